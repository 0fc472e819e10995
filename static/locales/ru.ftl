# Russian. Arguments are names and figures made ready to be read; units are never translated.
# Sections: frame, pairing, run form, run, report, events, findings, errors.
# Words: run = тест, stream = поток, thread = тред, payload = полезные данные, link = канал (measured) or связь
# (between the servers), end = сторона, core = ядро CPU, kernel = ядро Linux. Names are never declined.

## The frame around every page

skip = Перейти к содержимому
brand = pairperf, начальная страница
brand-left = pair
brand-right = perf
title = { $page } — pairperf
nav = Основное меню
nav-machines = Машины
nav-new = Новый тест
nav-running = Идёт тест
mast-alone = эта машина { $name }, не в паре
mast-paired = эта машина { $name }, в паре с { $peer }
mast-link-down = эта машина { $name }, нет связи с { $peer }
display = Вид
theme = Тема
theme-system = Как в системе
theme-light = Светлая
theme-dark = Тёмная
loading = Загрузка
lost = Сервер этой машины не отвечает. То, что вы видите, могло устареть.
lost-retry = Следующая попытка через { $seconds } s.
retry-now = Повторить сейчас
updated = С тех пор как эта страница открыта, сервер этой машины обновился.
reload = Загрузить заново
try-again = Повторить
foot = pairperf { $version } на { $name }, { $address }
foot-api = API
copy = Копировать
copied = Скопировано
copy-failed = Выделите вручную

## The login page

login-title = Вход
login-lead = Эта страница принадлежит тому, кто запустил этот pairperf.
login-label = Токен
login-hint = Сервер вывел его при запуске, в строке «log in at» после «#»; он есть и в файле «token» в каталоге данных сервера.
login-button = Войти
login-failed = Токен неверен.

## Pairing

home-alone = Две машины, один канал. Объедините их в пару и узнайте, сколько он пропускает.
home-failed = Не удалось опросить сервер этой машины
this-machine = эта машина
other-machine = другая машина
wire-alone = { $name } и вторая машина, которая ещё не подключилась
wire-paired = { $here } и { $there }, в паре
nothing-joined = Пока никто не подключился. Ждём другую машину.
code-read = Продиктуйте этот код тому, кто за другой машиной
code-spoken = Код подключения: { $code }
code-valid = Действует ещё
code-works = Сработает
code-once = один раз
code-tries = Осталось попыток
code-making = Создаём код…
code-ended = Действующего кода нет
code-new = Новый код
time-minutes = { $minutes } min { $seconds } s
time-seconds = { $seconds } s
ways = Как подключить другую машину
way-browser = На ней есть браузер
way-browser-how = Откройте на ней pairperf и введите этот адрес и код под заголовком «У меня есть код» или перейдите по ссылке.
way-paste = Можно вставить текст
way-paste-how = Адрес и код одной строкой, для поля на её странице.
way-terminal = На ней только терминал
way-terminal-how = Выполните на ней одну из команд. Первая подключает уже работающий сервер, вторая запускает новый.
qr = QR-код ссылки для подключения
copy-link = Копировать ссылку
copy-ticket = адрес и код
copy-join = команда для работающего сервера
copy-serve = команда, запускающая сервер
other-addresses = Этот адрес оттуда недоступен? У этой машины есть и другие: { $addresses }.
open-port = Здесь должен быть открыт только порт из адреса: для TCP, а чтобы измерять UDP, и для UDP.
have-code = У меня есть код
prefilled = Вас привела сюда ссылка на { $address }. Ничего не произойдёт, пока вы не нажмёте «Подключиться».
join-code = Код, строка или ссылка с другой машины
join-code-hint = С адресом: 10.0.0.4:7575/7K3F-Q9RN. Пробелы, дефисы и строчные буквы допустимы; O читается как 0, I и L — как 1.
join-address = Адрес другой машины
join-address-hint = Как на её странице, например 10.0.0.4:7575. Если порт не указан, берётся 7575.
address-missing = Не указан адрес.
join = Подключиться
joining = Подключение…
code-good = Код введён полностью.
code-length = В коде 8 символов, а здесь { $count }.
code-symbol = Символа «{ $symbol }» в коде не бывает.
code-check = Один из символов неверен. Проверьте введённое.
code-missing = Сначала введите или вставьте код.
code-begun =
    { $count ->
        [one] В коде 8 символов, пока введён { $count }.
        [few] В коде 8 символов, пока введены { $count }.
        [many] В коде 8 символов, пока введено { $count }.
       *[other] В коде 8 символов, пока введено { $count }.
    }
attempt-now = Подключение к { $address }
attempt-failed = Не удалось подключиться к { $address }
step-reach = Связаться с машиной
step-versions = Сверить версии
step-verify = Подтвердить друг другу код
step-introduce = Познакомить машины
step-done = пройдено
step-now = выполняется
step-failed = здесь сбой
step-next = ещё впереди
parted = { $name } больше не в паре. Подключитесь заново с новым кодом.
join-link-where = Какая машина на другой стороне?
join-link-how = Эта ссылка ведёт на { $here }. Укажите адрес страницы другой машины: она откроется с уже введённым кодом.
join-link-broken = В этой ссылке нет кода подключения
join-link-broken-why = Возможно, она обрезана. Запросите её ещё раз или введите код на странице другой машины.
other-page = Адрес страницы pairperf на другой машине
other-page-hint = Например, 10.0.0.5:7575 или db-b. Если порт не указан, берётся 7575.
go-there = Перейти на её страницу
paired = { $here } и { $there } объединены в пару.
paired-since = Пара создана: { $time }.
link-up = Машины на связи, тест не идёт.
link-running = Идёт тест.
link-down = Связь между машинами потеряна и восстанавливается.
slower-card = Более медленная карта допускает { $speed }
choose-run = Новый тест
watch-running = Смотреть тест
peer-may-start = { $peer } может запускать тесты здесь
may-not-start = { $peer } не разрешает запускать тесты отсюда. Это переключается на странице той машины.
unpair = Разорвать пару
unpair-really = Действительно разорвать?
unpair-keep = Оставить
facts = Что есть у каждой стороны
facts-what = Что
differs = различается
fact-cpu = Процессор
fact-cores = Ядра процессора
fact-cores-at = { $count }, { $clock }
fact-memory = Память
fact-system = Система
fact-card = Сетевая карта
fact-mtu = MTU
fact-control = Управление перегрузкой
fact-send-max = Максимум буфера отправки
fact-receive-max = Максимум буфера приёма
fact-version = pairperf
runs = Последние тесты
runs-none = Тестов здесь ещё не было. Объедините две машины в пару и запустите тест: результат останется здесь.
runs-when = Когда
runs-what = Что
runs-mean = Среднее на приёме
runs-outcome = Итог
runs-line =
    { $streams ->
        [one] { $from } → { $to }, { $protocol }, { $streams } поток
        [few] { $from } → { $to }, { $protocol }, { $streams } потока
        [many] { $from } → { $to }, { $protocol }, { $streams } потоков
       *[other] { $from } → { $to }, { $protocol }, { $streams } потока
    }

## The form of a run

new-run = Новый тест
new-question = Что вы хотите узнать об этом канале?
new-question-lead = Выберите вопрос. Всё, что ниже, заполнится под него, и любое значение можно изменить.
new-unpaired = Для теста нужны две машины, объединённые в пару. Эти ещё не в паре или уже не в паре.
new-unpaired-how = Подключите вторую машину на начальной странице и вернитесь сюда. Заполненное сохраняется в адресе.
new-link-down = Связь между машинами потеряна и восстанавливается. Тест можно будет начать, когда она появится.
question = Вопрос
# The questions, each with what is done to answer it, in a line of its own.
preset-quick = Всё ли в порядке с каналом?
preset-quick-answer = Быстрая проверка: 8 потоков на 10 секунд, наблюдение с обеих сторон.
preset-ntttcp = Какую скорость он может дать?
preset-ntttcp-answer = Как NTttcp по умолчанию: 64 потока (16 × 4), одну минуту.
preset-one = Какова скорость одного соединения?
preset-one-answer = Столько достанется одному копированию или бэкапу.
preset-thousands = Выдержит ли он тысячи потоков?
preset-thousands-answer = 4096 потоков сразу, и видно, кому из них не хватает полосы.
preset-back = Отличается ли обратное направление?
preset-back-answer = Та же быстрая проверка, но полезные данные идут обратно.
preset-both = А если передают обе сразу?
preset-both-answer = По 8 потоков в обе стороны одновременно: сколько одно направление отнимает у другого.
preset-long = Надолго ли его хватит?
preset-long-answer = Десять минут: квоты исчерпываются, машины нагреваются.
preset-udp = Сколько UDP проходит?
preset-udp-answer = 1 Gbit/s датаграмм, и видно, где теряется остальное.
preset-even = Ровно ли идут мелкие пакеты?
preset-even-answer = 6250 мелких датаграмм в секунду, как при звонках: потери, порядок и джиттер.
preset-small = Сколько мелких пакетов проходит?
preset-small-answer = Датаграммы по 64 байта так быстро, как можно: здесь дорог каждый пакет, а не его байты.
preset-answers = Сколько ждать ответа?
preset-answers-answer = Байт туда, байт обратно, снова и снова: обычное время и самые долгие ответы.
preset-connections = Как быстро открываются соединения?
preset-connections-answer = 8 потоков соединяются, спрашивают один раз и начинают заново, как короткие веб-запросы.
# How long a run takes and how much data it moves at most, under a question: “64 s, up to 74.5 GiB”.
forecast-seconds = { $seconds } s, до { $volume }
forecast-minutes = { $minutes } min { $seconds } s, до { $volume }
forecast-hours = { $hours } h { $minutes } min, до { $volume }
forecast-seconds-unknown = { $seconds } s, объём данных неизвестен
forecast-minutes-unknown = { $minutes } min { $seconds } s, объём данных неизвестен
forecast-hours-unknown = { $hours } h { $minutes } min, объём данных неизвестен
forecast-volume = до { $volume }
forecast-volume-unknown = неизвестно
forecast-volume-exchange = сколько займут запросы и ответы
time-hours = { $hours } h { $minutes } min
group-test = Тест
group-exchange = Запросы и ответы
group-datagrams = Датаграммы
group-sockets = Буферы и сокеты
group-path = Порты, адреса и пакеты
group-phases = Фазы
group-threads = Треды
group-note = Заметка
group-ends = В чём стороны различаются
ends-note = Каждое поле — только для одной машины. Пустое берёт то, что указано выше.
ends-same = как выше
ends-on = включено
ends-off = выключено
group-reset = Вернуть как в вопросе
# Beside the name of settings that are folded away.
group-same = как в вопросе
group-changed =
    { $count ->
        [one] { $count } изменение
        [few] { $count } изменения
        [many] { $count } изменений
       *[other] { $count } изменения
    }
knob-direction = Направление
knob-direction-hint = Куда идут полезные данные; запросы шлёт машина слева от стрелки.
choice-direction-to-peer = { $here } → { $there }
choice-direction-from-peer = { $there } → { $here }
choice-direction-both = в обе стороны сразу
choice-direction-each-in-turn = сначала туда, потом обратно
knob-protocol = Протокол
knob-protocol-hint = TCP показывает, что достаётся передаче; UDP — что несёт и теряет сам путь.
choice-protocol-tcp = TCP
choice-protocol-udp = UDP
knob-mode = Что измерять
knob-mode-hint = Сколько проходит, сколько ждать ответа или как быстро открываются соединения.
choice-mode-throughput = пропускная способность
choice-mode-request-response = время ответа
choice-mode-connections = соединения в секунду
knob-request = Запрос
knob-request-hint = Полезных байт в запросе, например 1 или 4KiB. Один байт покажет только сам путь.
knob-response = Ответ
knob-response-hint = Полезных байт в ответе.
knob-spin = Без сна
knob-spin-hint = Обе стороны следят за приходом, а не ждут его: ответы быстрее, но на каждой стороне занято целое ядро.
knob-rate = Скорость
knob-rate-hint = Полезные данные всех потоков вместе, например 1Gbit/s или 50M.
knob-unlimited = Без ограничения
knob-unlimited-hint = Так быстро, как может отправитель. Остальной трафик будет вытеснен.
knob-stream-rate = Скорость потока
knob-stream-rate-hint = Вместо скорости всех потоков, например 10M.
knob-datagram = Датаграмма
knob-datagram-hint = Полезных байт в датаграмме; если путь не пропускает её целиком, она дробится.
knob-pace = Как держать скорость
knob-pace-hint = Ровный темп стоит ядра процессора, длинные пачки — очередей в пути.
choice-pace-quantum = короткими пачками
choice-pace-spin = ровно, занимая целое ядро
choice-pace-gso = длинными пачками, их режет ядро Linux
knob-segmentation-offload = Сегментация в ядре Linux
knob-segmentation-offload-hint = Ядра режут и склеивают датаграммы (GSO, GRO): меньше CPU, но потери видны лишь группами.
choice-segmentation-offload-auto = решает план
choice-segmentation-offload-on = включена
choice-segmentation-offload-off = выключена
knob-payload = Содержимое данных
knob-payload-hint = Случайные байты в пути не сжать. Проверяемые смотрят по одному: испорченный байт найдётся, но это стоит CPU.
choice-payload-random = случайное
choice-payload-zero = нули
choice-payload-verified = с проверкой каждого байта
knob-send-copy = Отправка
knob-send-copy-hint = Без копирования у отправителя меньше работы на быстрых картах (MSG_ZEROCOPY). На одной машине выигрыша быть не может.
choice-send-copy-copy = с копированием
choice-send-copy-zero-copy = без копирования
knob-receive-copy = Приём
knob-receive-copy-hint = Если ядро отбрасывает данные (MSG_TRUNC), получателю легче. Настоящие программы так не принимают.
choice-receive-copy-copy = с копированием, как программы
choice-receive-copy-discard = ядро отбрасывает
knob-mss = Размер сегмента
knob-mss-hint = Полезных байт в сегменте TCP, не больше (TCP_MAXSEG). Меньшие проходят туннели, но требуют больше CPU.
knob-dscp = Метка приоритета (DSCP)
knob-dscp-hint = От 0 до 63 или имя, например ef или af41: видно, обходится ли сеть с такими пакетами лучше.
knob-source-address = Адрес источника
knob-source-address-hint = С какого адреса открываются потоки: выбирает одну карту из нескольких.
knob-source-interface = Интерфейс источника
knob-source-interface-hint = Карта, через которую они идут, что бы ни говорили маршруты, например eth0.
knob-ports = Порты
knob-ports-hint = Если порт один, в брандмауэре достаточно одного отверстия.
choice-ports-single = единственный порт pairperf
choice-ports-ntttcp = свой у каждого потока, как в ntttcp
knob-base-port = Первый порт
knob-base-port-hint = С какого порта начинать, если у каждого потока свой.
knob-connect = Кто открывает потоки
knob-connect-hint = Другая машина должна быть доступна с той, которая открывает.
choice-connect-dialler = { $dialler }, присоединившаяся машина
choice-connect-inviter = { $inviter }, пригласившая машина
knob-duration = Длительность
knob-duration-hint = Сколько измерять, например 10s, 500ms или 2m.
knob-stop-after = Остановиться по объёму
knob-stop-after-hint = Тест кончится, когда пройдёт столько, например 10GiB; длительность тогда — предел.
knob-stop-after-operations = Остановиться по числу операций
knob-stop-after-operations-hint = Тест кончится после стольких отправок или запросов; длительность тогда — предел.
knob-streams = Потоки
knob-streams-hint = Сколько одновременно: TCP-соединений или до 64 потоков UDP.
knob-buffer = Буфер
knob-buffer-hint = Сколько байт передаётся одному вызову отправки или приёма, например 256KiB.
knob-threads = Треды
knob-threads-hint = Рабочие треды на каждой стороне.
knob-streams-per-thread = Потоков на тред
knob-streams-per-thread-hint = Каждый тред обслуживает столько, вместо числа потоков.
knob-mappings = Сессии
knob-mappings-hint = Как в ntttcp: треды,CPU,*, например «2,0,* 2,1,*». Они говорят, сколько тредов работает на каком CPU.
knob-cpus = Процессоры
knob-cpus-hint = Треды закрепляются за ними по очереди, например 0-3,8: показатели меньше гуляют от теста к тесту.
knob-warm-up = Прогрев
knob-warm-up-hint = Полезные данные, которые идут первыми и не учитываются.
knob-cool-down = Остывание
knob-cool-down-hint = Полезные данные, которые идут последними и не учитываются.
knob-send-socket-buffer = Буфер отправки сокета
knob-send-socket-buffer-hint = Какой SO_SNDBUF запросить.
knob-receive-socket-buffer = Буфер приёма сокета
knob-receive-socket-buffer-hint = Какой SO_RCVBUF запросить.
knob-no-delay = Без задержки
knob-no-delay-hint = Мелкие записи уходят сразу (TCP_NODELAY).
knob-congestion-control = Управление перегрузкой
knob-congestion-control-hint = Алгоритм, который есть на обеих машинах.
knob-label = Метка
knob-label-hint = Короткое имя теста.
knob-note = Заметка
knob-note-hint = Всё, что стоит запомнить об этом тесте.
empty-plan = решает план
empty-kernel = решает ядро Linux
empty-never = нужно значение
empty-none = нет
# What a field has before it is changed, under the changed field.
changed = Изменено, в вопросе { $value }
changed-empty = Изменено, в вопросе не задано
changed-on = Изменено, в вопросе включено
changed-off = Изменено, в вопросе выключено
plan = План
plan-not-yet = Появится, когда все поля будут заполнены верно.
plan-sends = Отправляет
plan-receives = Принимает
plan-opens = Соединения
plan-takes = Время
plan-moves = Объём
plan-calls = За вызов
plan-asks = Спрашивает
plan-answers = Отвечает
plan-exchange = { $request } туда, { $response } обратно
plan-machine = { $host }: { $threads }
# What the machine that joined the other one opens; the address is the other one's.
plan-connections =
    { $streams ->
        [one] { $host } открывает { $streams } поток { $protocol } к { $address }
        [few] { $host } открывает { $streams } потока { $protocol } к { $address }
        [many] { $host } открывает { $streams } потоков { $protocol } к { $address }
       *[other] { $host } открывает { $streams } потока { $protocol } к { $address }
    }
plan-accepts =
    { $streams ->
        [one] { $host } открывает { $streams } поток { $protocol } к этой машине
        [few] { $host } открывает { $streams } потока { $protocol } к этой машине
        [many] { $host } открывает { $streams } потоков { $protocol } к этой машине
       *[other] { $host } открывает { $streams } потока { $protocol } к этой машине
    }
plan-ends = { $span }, закончится около { $time }
plan-moves-most = до { $volume }, при скорости { $speed }
plan-buffer = { $size } на { $host }
plan-buffers = { $size } на каждой стороне
plan-datagrams = полезных байт: { $bytes }
plan-datagrams-cut = полезных байт: { $bytes }, дробится в пути
plan-batch = датаграмм сразу — до { $count }
plan-batch-kernel = датаграмм сразу — до { $count }, их режут и склеивают ядра Linux
plan-rate = { $rate } на поток, { $pace }
start = Запустить
start-after = Запустить следом
starting = Запуск…
idle = На этой машине тест не идёт.
busy-run = Здесь идёт тест.
busy-run-owner = Здесь идёт тест машины { $owner }.
busy-run-left = Здесь идёт тест машины { $owner }, осталось не больше { $left }.
busy-there = На машине { $peer } идёт тест.
busy-there-owner = На машине { $peer } идёт тест машины { $owner }.
busy-there-left = На машине { $peer } идёт тест машины { $owner }, осталось не больше { $left }.
busy-watch = Смотреть
# What to know before a run starts; nothing of it keeps the run from starting.
warning-send-buffer = { $host } допускает { $most } (net.core.wmem_max), поэтому буфер отправки будет таким, а не { $asked }.
warning-receive-buffer = { $host } допускает { $most } (net.core.rmem_max), поэтому буфер приёма будет таким, а не { $asked }.
warning-threads =
    { $cores ->
        [one] У машины { $host } { $cores } ядро CPU, а тредов { $threads }: они будут работать по очереди.
        [few] У машины { $host } { $cores } ядра CPU, а тредов { $threads }: они будут работать по очереди.
        [many] У машины { $host } { $cores } ядер CPU, а тредов { $threads }: они будут работать по очереди.
       *[other] У машины { $host } { $cores } ядра CPU, а тредов { $threads }: они будут работать по очереди.
    }
warning-mtu = Машины отправляют кадры разного размера (MTU): { $here } { $here_mtu }, { $there } { $there_mtu }.
warning-speed = Сетевая карта машины { $host } не сообщает свою скорость, поэтому объём данных теста нельзя назвать заранее.
warning-same-machine = Обе стороны работают на одной машине: ни сетевой карты, ни кабеля в показателях не будет.
warning-unlimited = { $host } будет передавать как можно быстрее: UDP ни с кем не считается и вытесняет остальных.
warning-rate = { $asked } — больше, чем пропускает более медленная карта, { $carries } полезных данных: остальное потеряется.
warning-fragment = Датаграмма в { $bytes } байт целиком не пройдёт: она дробится в пути, и с одним потерянным фрагментом пропадает вся.
warning-segmentation = Ядра Linux будут резать и объединять датаграммы (GSO, GRO). Не сравнивайте с тестами без этого.
warning-zero-copy = Обе стороны работают на одной машине, где ядро всё равно копирует: выигрыша быть не может.
warning-quota = { $quota } займут больше { $duration } даже на скорости карты: тест кончится по времени.
warning-small-buffer = На одной машине буфер отправки меньше 64KiB заставляет ждать каждого подтверждения: скорость будет определять буфер.
warning-spin = Каждый поток занимает по целому ядру на обеих сторонах, есть запросы или нет.
warning-dscp = Сети в пути могут изменить метку или не обратить на неё внимания.
warning-verified = Получатель смотрит на каждый байт: на быстром канале скорость может определять его CPU.
problem-range = Нужно значение от { $min } до { $max }.
problem-choice = Возможные значения: { $known }.
problem-unreadable = Не удалось разобрать: { $why }.
problem-text = Букв, цифр и знаков — не больше { $max }.
problem-unknown = Такого параметра нет; есть { $known }.
problem-idle-threads = Тредов { $threads }, а потоков { $streams }: треду без потока нечего делать.
problem-protocol = С { $protocol } это не имеет смысла.
problem-no-rate = UDP займёт всё, что ему дать, и вытеснит остальной трафик: укажите скорость или «без ограничения».
problem-two-rates = Скорость указана дважды: оставьте что-то одно — скорость, скорость потока или «без ограничения».
problem-pace-offload = Темпу с разгрузкой сегментации нужна эта разгрузка: оставьте её включённой или выберите другой темп.
problem-too-many-streams = Потоков { $with } — не больше { $max }.
problem-too-many-exchanges = У каждого спрашивающего потока свой тред: не больше { $max }.
problem-mode = С тем, что измеряется, это не имеет смысла.
problem-streams-twice = Треды или сессии уже дают столько потоков: { $made }. Укажите то же число или 1.
problem-threads-twice = Число тредов уже задано сессиями. Оставьте поле пустым.
problem-cpus-twice = CPU каждого треда уже задан сессиями. Оставьте поле пустым.
problem-ends-differ = У сторон было бы разное число потоков: { $here } и { $there }. Нужно одинаковое.
problem-not-per-end = Это одинаково на обеих сторонах.
problem-zero-copy-verified = Проверяемые данные пишутся заново для каждого вызова, без копирования их не отправить. Откажитесь от одного из двух.
problem-discard-verified = Отброшенное не проверить. Откажитесь от одного из двух.
problem-two-limits = Тест кончается по объёму или по числу операций: оставьте что-то одно.
problem-mode-protocol = Это возможно только с { $protocol }.
problem-ports-end =
    { $streams ->
        [one] { $streams } порт начиная с { $base } выйдет за 65535.
        [few] { $streams } порта начиная с { $base } выйдут за 65535.
        [many] { $streams } портов начиная с { $base } выйдут за 65535.
       *[other] { $streams } порта начиная с { $base } выйдут за 65535.
    }
plan-congestion-control = На { $host } нет алгоритма «{ $wanted }». Есть { $offered }.
plan-open-files = Лимит открытых файлов на { $host } — { $allowed }, а нужно { $needed }. Поднимите лимит (ulimit -n) или уменьшите число потоков.
plan-memory = Буферы всех тредов заняли бы { $needed } на { $host }, а тесту отводится { $allowed }. Уменьшите буферы или число тредов.
plan-threads = { $host } допускает столько тредов: { $allowed }, а нужно { $threads } сверх занятых узлом. Поднимите предел (ulimit -u) или просите меньше.
plan-local-ports = Локальных портов на { $host } — { $available }, а нужен отдельный порт на каждый поток. Уменьшите число потоков.
plan-segmentation-offload = Ядро { $host } не умеет сегментировать UDP (UDP_SEGMENT, UDP_GRO). Оставьте выбор плану или выключите и выдерживайте скорость иначе.
plan-not-listening = { $host } не слушает, поэтому { $from } не может открыть к нему потоки. Пусть их открывает { $host }, или запустите там «pairperf serve».
plan-way-closed = { $protocol } от { $from } к порту { $port } на { $host }: { $state }. Как открыть этот путь, сказано на главной странице.
# What was found at the end of a way between two machines.
way-open = открыт
way-tcp-only = открыт только для TCP
way-refused = отказ
way-filtered = нет ответа
way-not-the-peer = отвечает кто-то другой
way-wrong-family = нет подходящего адреса
way-not-listening = никто не слушает
way-closed = закрыт
way-unknown = не проверялся
remedy-docker = Docker: опубликовать порт
remedy-aws = Группа безопасности Amazon EC2
remedy-azure = Группа безопасности сети Azure
remedy-gcp = Брандмауэр Google Cloud
remedy-ufw = ufw (Ubuntu)
remedy-firewalld = firewalld (Fedora, RHEL)
remedy-nftables = nftables
remedy-windows = Брандмауэр Windows

## A run

run = Тест
run-not-found = Здесь нет такого теста
run-not-found-why = Возможно, он удалён или относится к другой машине: тест хранят те две машины, которые его провели.
run-not-loaded = Не удалось загрузить тест
run-title = { $rate }, { $state }
# The heading of a run that goes on.
run-what =
    { $streams ->
        [one] { $from } → { $to }, { $protocol }, { $streams } поток, { $duration }
        [few] { $from } → { $to }, { $protocol }, { $streams } потока, { $duration }
        [many] { $from } → { $to }, { $protocol }, { $streams } потоков, { $duration }
       *[other] { $from } → { $to }, { $protocol }, { $streams } потока, { $duration }
    }
run-over = Тест завершился. Загружаем отчёт.
phases = Фазы теста
phase-check = Проверка
phase-prepare = Подготовка
phase-warm-up = Прогрев
phase-measure = Измерение
phase-cool-down = Остывание
phase-collect = Сбор
phase-left = { $phase }, осталось { $seconds } s
phase-of = ({ $passed } из { $whole })
opening = Открываем потоки, готово { $up } из { $of }
state-check = проверка
state-prepare = открытие потоков
state-warm-up = прогрев
state-measure = измерение
state-cool-down = остывание
state-collect = сбор
state-done = завершён
state-failed = не удался
state-cancelled = остановлен
state-interrupted = прерван
stop = Остановить и сохранить
stopping = Остановка…
trouble-stopping = Тест останавливается. Уже посчитанное сохраняется.
trouble-link = Машины потеряли связь друг с другом. Тест продолжается, связь восстанавливается.
trouble-stalled = { $from } отправляет, но на { $to } уже две секунды ничего не приходит.
trouble-stalled-sender = С { $from } уже две секунды ничего не уходит.
# The other machine gives no sign of life; the run ends when the time is over.
trouble-peer =
    { $seconds ->
        [0] Машины потеряли связь друг с другом, и данные не идут. Тест вот-вот будет прекращён.
        [one] Машины потеряли связь друг с другом, и данные не идут. Тест будет прекращён через { $seconds } секунду.
        [few] Машины потеряли связь друг с другом, и данные не идут. Тест будет прекращён через { $seconds } секунды.
        [many] Машины потеряли связь друг с другом, и данные не идут. Тест будет прекращён через { $seconds } секунд.
       *[other] Машины потеряли связь друг с другом, и данные не идут. Тест будет прекращён через { $seconds } секунды.
    }
pause-drawing = Пауза графиков
paused = Графики на паузе, а тест продолжается. Графики и потоки показаны на момент паузы.
wire-live = Трафик от { $from } к { $to }
wire-done = Что прошло от { $from } к { $to }
arriving = Сейчас приходит на { $to }
arriving-last = Последняя скорость на { $to }
sends = отправляет
receives = принимает
trio-mean = среднее
trio-min = минимум
trio-max = максимум
trio-deviation = станд. отклонение
trio-offered = отправлено
trio-lost = потеряно
trio-jitter = джиттер
left-host = ушло с { $host }
reached-host = дошло до { $host }
round-trip-both = RTT { $now } под нагрузкой, { $idle } между серверами без неё
round-trip-now = RTT { $now }
round-trip-idle = RTT без нагрузки { $idle }
scale-lanes = В масштабе: от стенки до стенки — { $speed } более медленной карты, каждая дорожка — один поток.
scale-band = В масштабе: от стенки до стенки — { $speed } более медленной карты, полоса — все потоки.
scale-unknown = Каждая дорожка — один поток: чем быстрее, тем толще. Сколько пропускает канал, неизвестно.
scale-unknown-band = Полоса — все потоки. Сколько пропускает канал, неизвестно.
machine-label =
    { $cores ->
        [1] { $cores } ядро CPU на { $host }, загружено на { $busiest }
        [one] { $cores } ядро CPU на { $host }, самое загруженное — { $busiest }
        [few] { $cores } ядра CPU на { $host }, самое загруженное — { $busiest }
        [many] { $cores } ядер CPU на { $host }, самое загруженное — { $busiest }
       *[other] { $cores } ядра CPU на { $host }, самое загруженное — { $busiest }
    }
cpu-all =
    { $cores ->
        [one] { $percent } от { $cores } ядра CPU
        [few] { $percent } от { $cores } ядер CPU
        [many] { $percent } от { $cores } ядер CPU
       *[other] { $percent } от { $cores } ядра CPU
    }
cpu-busiest = самое загруженное { $percent } (ядро { $core })
over-time = По ходу теста
# Charts: -what says what the figures are, -label is the whole chart in a sentence.
chart-rate-what = полезные данные
chart-rate-label = Скорость от { $from } к { $to } по времени, среднее на приёме { $mean }. Значения — в таблице ниже.
chart-busy = Загрузка CPU
chart-busy-what = каждой машины
chart-busy-label = Загрузка CPU на { $from } и { $to } по времени. Значения — в таблице ниже.
chart-resent = Повторные передачи
chart-resent-what = сегменты за интервал
chart-resent-label = Сегменты, которые машина { $from } передала повторно. Значения — в таблице ниже.
chart-round-trip = RTT
chart-round-trip-what = под нагрузкой, медиана по потокам
chart-round-trip-label = RTT под нагрузкой по данным машины { $from }. Значения — в таблице ниже.
chart-lost = Потери
chart-lost-what = доля датаграмм за интервал
chart-lost-label = Доля датаграмм, которые не дошли до { $to }. Значения — в таблице ниже.
chart-jitter = Джиттер
chart-jitter-what = текущее значение, среднее по потокам
chart-jitter-label = Насколько неравномерно датаграммы приходили на { $to }. Значения — в таблице ниже.
chart-column = { $line }, { $unit }
chart-column-count = { $line }
# Names at the ends of lines; the figure is put behind them.
line-sender-busy = { $from }
line-receiver-busy = { $to }
line-sender-busiest = { $from }, ядро { $sender_core }:
line-receiver-busiest = { $to }, ядро { $receiver_core }:
line-resent = от { $from }
line-round-trip = медиана
line-lost = потеряно
line-jitter = среднее
strip = Каждый поток
strip-what = строка на поток, сверху самый медленный
strip-label = Скорость каждого потока по времени, потоков { $streams }, посчитано на { $to }. Значения — в таблице потоков.
strip-stopped = стоит
chart-rate = Скорость
chart-sent = отправляет { $host }
chart-received = принимает { $host }
chart-slider = Момент, для которого показать значения графика
chart-how = Чтобы узнать значения, наведите указатель на график или сдвиньте ползунок под ним.
chart-reading = { $time } s: отправлено { $sent }, принято { $received } { $unit }
chart-table = Значения этого графика
chart-time = Конец интервала, s
chart-ceiling = карта пропускает { $speed }
line-sent = отправлено
line-received = принято
events = Что произошло
files = Файлы
file-json = JSON
file-jsonl = JSON Lines
file-csv-receiver = CSV, получатель
file-csv-sender = CSV, отправитель
file-text = Текст
findings = Замечания
findings-none = Ничего, что ограничивало бы или искажало показатели, не замечено.
advice = { $advice }

## A run that goes on: streams and machines at the moment

# A time on the axis of a run, in figures.
at-seconds = { $seconds } s
# At the crosshair of the CPU chart: the busiest core at that time.
read-core = ядро { $core }
strip-left-out =
    { $count ->
        [one] Между самым медленным и самым быстрым не показан { $count } поток.
        [few] Между самым медленным и самым быстрым не показаны { $count } потока.
        [many] Между самым медленным и самым быстрым не показано { $count } потоков.
       *[other] Между самым медленным и самым быстрым не показано { $count } потока.
    }
streams-all =
    { $count ->
        [1] Единственный поток
        [one] { $count } поток
        [few] { $count } потока
        [many] { $count } потоков
       *[other] { $count } потока
    }
streams-how = Посчитано на { $to } с начала измерения. Риска на полоске — равная доля. Нажмите на заголовок, чтобы отсортировать по нему.
streams-show-all =
    { $count ->
        [1] Показать единственный поток
        [one] Показать весь { $count } поток
        [few] Показать все { $count } потока
        [many] Показать все { $count } потоков
       *[other] Показать все { $count } потока
    }
# Headings of the table of streams.
stream-number = Поток
stream-mean = Среднее
stream-now = Сейчас
stream-lowest = Минимум
stream-share = Доля
stream-resent = Повторные передачи
stream-round-trip = RTT
# Rows of the table of both machines at the moment.
machines-now = Машины сейчас
now-cpu = CPU, все ядра
now-busiest = Самое загруженное ядро
# A share of a core, and which core it is.
now-core = { $percent } (ядро { $core })
now-softirq = В том числе softirq
now-steal = Отнято гипервизором (steal)
now-socket = Выделенный буфер сокета
now-control = Управление перегрузкой
now-bytes = Полезные данные к этому моменту

## The report

report = Отчёт
headline-rate =
    { $streams ->
        [one] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потоку ({ $control }).
        [few] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потокам ({ $control }).
        [many] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потокам ({ $control }).
       *[other] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потока ({ $control }).
    }
# $share is what the rate is of the slower card's speed, in percent.
headline-rate-share =
    { $streams ->
        [one] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потоку ({ $control }), это { $share } от того, что пропускает более медленная карта.
        [few] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потокам ({ $control }), это { $share } от того, что пропускает более медленная карта.
        [many] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потокам ({ $control }), это { $share } от того, что пропускает более медленная карта.
       *[other] { $from } передаёт { $rate } на { $to } по { $streams } TCP-потока ({ $control }), это { $share } от того, что пропускает более медленная карта.
    }
headline-none = Передача от { $from } к { $to } не измерена.
headline-udp =
    { $streams ->
        [one] { $to } принимает { $rate } из { $offered }, которые { $from } передаёт по { $streams } UDP-потоку: потери { $lost }, джиттер { $jitter }.
        [few] { $to } принимает { $rate } из { $offered }, которые { $from } передаёт по { $streams } UDP-потокам: потери { $lost }, джиттер { $jitter }.
        [many] { $to } принимает { $rate } из { $offered }, которые { $from } передаёт по { $streams } UDP-потокам: потери { $lost }, джиттер { $jitter }.
       *[other] { $to } принимает { $rate } из { $offered }, которые { $from } передаёт по { $streams } UDP-потока: потери { $lost }, джиттер { $jitter }.
    }
lead-short = Измерено только { $seconds } из { $asked }.
lead-one-machine = Обе стороны работают на одной машине: сети в этой цифре нет.
lead-steady = Скорость держалась все { $seconds }: девять из десяти замеров лежат между { $low } и { $high }.
lead-varied = За { $seconds } скорость менялась: девять из десяти замеров лежат между { $low } и { $high }.
outcome-failed = Тест не удался: { $reason }. Посчитанное до этого сохранено.
outcome-cancelled = Тест остановлен: { $reason }. Посчитанное до этого сохранено.
outcome-interrupted = Тест прерван: { $reason }. Посчитанное до этого сохранено.
figure-what = Среднее за { $seconds }, посчитано на { $to }
over-time-note = В затенённые секунды полезные данные идут, но не учитываются. Ничего не сглажено.
not-alike = не совпадает
severity-info = полезно знать
severity-warning = ограничение или помеха
severity-bad = не то, что запрошено
section-ends = Обе стороны рядом
section-streams = Поток за потоком
section-conditions = Запрошено и применено
section-machines = Машины
role-receiver = { $host }, принимает
role-sender = { $host }, отправляет
column-asked = Запрошено
open-plan = по плану pairperf
open-kernel = решает ядро Linux
word-on = вкл.
word-off = выкл.
direction-to-peer-of = от { $from } к { $to }
direction-from-peer-of = от { $from } к { $to }, запущено с { $to }
row-rate = Скорость
row-bytes = Полезные данные за измерение
row-measured = Измерено
row-lifetime = Полезные данные всего
row-min = Минимальный замер
row-p5 = 5-й перцентиль
row-median = Медиана
row-p95 = 95-й перцентиль
row-max = Максимальный замер
row-deviation = Стандартное отклонение
row-operations = Вызовы
row-retransmits = Повторно переданные сегменты
row-resent = Доля повторных передач
row-round-trip-median = RTT под нагрузкой, медиана
row-round-trip-p99 = RTT под нагрузкой, 99-й перцентиль
row-cpu = CPU машины, все ядра
row-busiest-core = Самое загруженное ядро
row-cpu-per-gib = Время CPU на каждый GiB
row-udp-per-second = Датаграмм в секунду
section-datagrams = Датаграммы и где они потеряны
column-while-measuring = За измерение
column-whole-run = За весь тест
# Two directions: the sentences of both, one after the other.
headline-both = { $first } Одновременно: { $second }
headline-in-turn = { $first } Затем: { $second }
# $waiting says how the ends wait for what comes.
headline-exchange = { $from } спрашивает { $to } и получает ответы по { $protocol }: { $rate } (потоков: { $streams }), половина не дольше { $median }, 99 % не дольше { $tail }; { $waiting }.
headline-connections = { $from } подключается к { $to } и получает ответы, каждый по новому соединению { $protocol }: { $rate } (потоков: { $streams }), половина не дольше { $median }, 99 % не дольше { $tail }; { $waiting }.
exchange-waiting = обе стороны ждут
exchange-spinning = активное ожидание, по ядру на каждой стороне
# $what is a sentence about one direction.
lead-of = От { $from } к { $to }: { $what }
lead-discard = Копирование у получателя пропущено: ядро выбросило данные, поэтому цифра может быть выше той, что получит программа.
lead-zero-copy = Отправлено без копирования (MSG_ZEROCOPY).
lead-zeros = Данные состояли из нулей: всё, что сжимает их в пути, входит в эту цифру.
figure-what-both = Среднее за { $seconds }, оба направления вместе: { $from } и { $to }
figure-what-in-turn = Направления по очереди: { $from } и { $to }
figure-what-exchange = Ответы для { $from }, среднее за { $seconds }, { $waiting }
figure-what-connections = Соединения { $from }, среднее за { $seconds }, { $waiting }
trio-rate = данные
role-asks = { $host }, спрашивает
role-answers = { $host }, отвечает
direction-both-of = от { $from } к { $to } и обратно, одновременно
direction-each-in-turn-of = от { $from } к { $to }, затем обратно
column-while-measuring-of = От { $from } к { $to }, за измерение
column-whole-run-of = От { $from } к { $to }, за весь тест
row-stream-of = Поток { $number }, от { $from } к { $to }
# $setting is the name of a setting.
row-own = { $setting }, на одной стороне
section-exchange = Сколько длились ответы
exchange-note = Как измерено: { $waiting }; от отправки запроса до получения всего ответа. Погрешность процентилей не больше 0,8 %.
exchange-chart-label = Доля ответов, длившихся не дольше указанного времени, по логарифмической оси. Процентили — в таблице.
row-exchange-often = Ответы
row-exchange-connections = Соединения
row-exchange-answered = Ответов всего
row-exchange-lost = Запросов без ответа
row-exchange-lost-percent = Доля без ответа
row-exchange-mean = Среднее
row-exchange-p50 = половина не дольше
row-exchange-p90 = 90 % не дольше
row-exchange-p99 = 99 % не дольше
row-exchange-p999 = 99,9 % не дольше
row-exchange-longest = Самый долгий
row-exchange-out-of-range = Дольше, чем можно различить
both-chart = Оба направления
both-chart-label = Данные, дошедшие до каждой машины, оба направления по одной оси. Цифры — в таблице обеих сторон.
row-udp-sent = Отправлено
row-udp-received = Принято
row-udp-lost = Потеряно
row-udp-lost-percent = Доля потерь
row-udp-never-sent = Потеряно: не отправлено, очередь отправителя была полна
row-udp-at-socket = Потеряно: на сокете получателя
row-udp-at-host = Потеряно: в машине получателя до сокета
row-udp-on-network = Потеряно: в сети
row-udp-duplicates = Пришло дважды и больше
row-udp-reordered = Пришло не по порядку
row-udp-late = Слишком поздние: от дублей не отличить, считаются потерянными
row-udp-out-of-run = Пришло на сокеты теста, но не от него
row-udp-icmp = Ошибки, пришедшие из сети
row-udp-jitter = Джиттер (RFC 3550)
# Часть потерь, для которой известна лишь граница.
udp-up-to = до { $count }
udp-at-least = не меньше { $count }
udp-not-separable = не отделить от потерь в сети
udp-not-separable-network = не отделить от потерь на сокете
udp-note-joined = Ядро Linux получателя объединяло датаграммы (GRO) и считает отброшенное в буферах, а не в датаграммах. Поэтому из { $lost } потерянных нельзя отделить потери на сокете от потерь в сети; «не меньше» — это остаток, если все отброшенные буферы были полны.
udp-note-not-separable = Ядро Linux получателя объединяло датаграммы (GRO) и считает отброшенное в буферах, а не в датаграммах. Поэтому из { $lost } потерянных нельзя отделить потери на сокете от потерь в сети.
udp-note-host = Машина получателя считает отброшенное по всему своему трафику, а не по одному этому тесту. Поэтому из { $lost } потерянных она могла отбросить не больше указанного, а сеть — не меньше остального.
ends-differ-sent = За измерение ушло на { $bytes } больше, чем пришло: это полезные данные в пути или в буферах в моменты начала и конца измерения.
ends-differ-received = За измерение пришло на { $bytes } больше, чем ушло: это полезные данные в пути или в буферах в моменты начала и конца измерения.
# $fairness is Jain's index, 1 when all streams have the same share.
streams-fairness =
    { $count ->
        [1] Справедливость { $fairness } из 1, по { $count } потоку.
        [one] Справедливость { $fairness } из 1, по { $count } потоку (индекс Джейна).
        [few] Справедливость { $fairness } из 1, по { $count } потокам (индекс Джейна).
        [many] Справедливость { $fairness } из 1, по { $count } потокам (индекс Джейна).
       *[other] Справедливость { $fairness } из 1, по { $count } потока (индекс Джейна).
    }
row-stream = Поток { $number }
column-mean = Среднее
column-share = Доля
column-lowest = Минимум
column-highest = Максимум
column-retransmits = Повторные передачи
column-rtt = RTT в конце
column-window = Окно в конце
column-lost = Потери
column-jitter = Джиттер
column-reordered = Не по порядку
# Пути между двумя машинами.
section-ways = Пути между машинами
ways-from-to = { $from } → { $to }
column-protocol = Протокол
column-family = Семейство
column-address = Адрес
column-port = Порт
column-found = Что найдено
column-round-trip = Время туда и обратно
column-path-mtu = MTU пути, байт
ways-not-listening = { $host } не слушает, поэтому путь { $from } → { $host } не проверялся. Потоки тогда открывает { $host }.
ways-translated = { $host } доступна по адресу { $outside }, а сама видит { $inside }: адреса переписываются по пути.
ways-translated-container = { $host } — контейнер: доступен по адресу { $outside }, а сам видит { $inside }; каждый пакет переписывается по пути.
ways-remedy = Как его открыть
ways-again = Проверить ещё раз
ways-looking = Проверяем пути…
ways-unknown = Пути ещё никто не проверял.
only-checked = { $name } только проверила пути между двумя машинами. Её код использован: другой машине нужен новый.
row-direction = Направление
row-protocol = Протокол
row-streams = Потоки
row-control = Управление перегрузкой
row-loop = Треды
loop-blocking =
    { $threads ->
        [1] один тред, блокирующий
        [one] { $threads } тред, по одному на поток
        [few] { $threads } треда, по одному на поток
        [many] { $threads } тредов, по одному на поток
       *[other] { $threads } треда, по одному на поток
    }
loop-epoll =
    { $threads ->
        [1] один тред с epoll
        [one] { $threads } тред с epoll
        [few] { $threads } треда с epoll
        [many] { $threads } тредов с epoll
       *[other] { $threads } треда с epoll
    }
loop-batch =
    { $threads ->
        [1] один тред, много датаграмм за вызов
        [one] { $threads } тред, много датаграмм за вызов
        [few] { $threads } треда, много датаграмм за вызов
        [many] { $threads } тредов, много датаграмм за вызов
       *[other] { $threads } треда, много датаграмм за вызов
    }
loop-exchange =
    { $threads ->
        [one] { $threads } тред, по одному запросу
        [few] { $threads } треда, по одному запросу на каждый
        [many] { $threads } тредов, по одному запросу на каждый
       *[other] { $threads } треда, по одному запросу на каждый
    }
row-warm-up = Прогрев
row-duration = Длительность измерения
row-cool-down = Остывание
row-buffer = Байт за вызов
row-send-buffer = Буфер отправки сокета в начале
row-receive-buffer = Буфер приёма сокета в начале
row-no-delay = Мелкие записи сразу (TCP_NODELAY)
row-mss = Размер сегмента (MSS), байт
row-udp-rate = Скорость отправки полезных данных
row-udp-datagram = Датаграмма, байт полезных данных
row-udp-path-mtu = MTU пути, байт
row-udp-fragment = Целиком или никак (DF)
row-udp-pace = Темп
row-udp-pace-variation = Неравномерность темпа по миллисекундам
row-udp-segmentation = Аппаратная сегментация (GSO, GRO)
row-udp-ports = Порты
open-path = сколько путь пропускает целиком
open-unlimited = без ограничения
row-address = Адрес
row-round-trip = RTT без нагрузки
row-offset-error = Точность сверки часов
row-run = Тест
row-host = Имя
row-system = Система
row-kernel = Ядро Linux
row-cpu-model = Процессор
row-cpu-count = Ядра процессора
row-memory = Память
row-card = Самая быстрая карта
row-driver = Её драйвер
row-speed = Её скорость
row-mtu = Её MTU, байт
row-send-buffer-max = Максимум буфера отправки (wmem_max)
row-receive-buffer-max = Максимум буфера приёма (rmem_max)
row-version = pairperf
# NTttcp's table, and the counters of the systems.
section-ntttcp = Таблица NTttcp
ntttcp-note = Посчитано так же, как в NTttcp, но в единицах этого отчёта. DPC в Linux соответствует softirq. Пакеты, повторы и ошибки — всех программ сетевого пространства имён; прерывания, DPC и CPU — всей машины. Linux считает принятые пакеты уже объединёнными (GRO), поэтому полезных данных в каждом больше.
section-counters = Что посчитали системы
counters-note = Счётчики ядер, выросшие за время измерения из-за этого теста и всего остального. Первое слово говорит, откуда они: softirq, softnet, interrupts и ethtool относятся ко всей машине, cgroup — к контейнеру, остальные — к сетевому пространству имён.
row-counter = { $name }
row-nt-frame = Полезных данных на пакет, в среднем
row-nt-completion = Полезных данных на вызов, в среднем
row-nt-buffers = Буферы
row-nt-cycles = Тактов CPU на байт
row-nt-dpcs = DPC (softirq)
row-nt-packets-dpc = Принято пакетов на один сетевой DPC
row-nt-interrupts = Прерывания
row-nt-packets-interrupt = Принято пакетов на прерывание
row-nt-packets-sent = Отправлено пакетов, все программы
row-nt-packets-received = Принято пакетов, все программы
row-nt-retransmits = Повторно отправлено сегментов, все программы
row-nt-errors = Ошибки, все программы
row-cpu-user = CPU: программы
row-cpu-system = CPU: ядро
row-cpu-softirq = CPU: обработка принятых пакетов (softirq)
row-cpu-steal = CPU: отдано другим виртуальным машинам (steal)
row-carrier = Интерфейс, по которому шёл тест
row-foreign = Постороннего трафика на нём, не менее

## Events

event-phase =
    { $phase ->
        [check] Началась проверка плана
        [prepare] Началось открытие потоков
        [warm_up] Начался прогрев
        [measure] Началось измерение
        [cool_down] Началось остывание
        [collect] Начался сбор
       *[other] Началась фаза { $phase }
    }
event-queued = Ожидание конца теста машины { $owner }; место в очереди: { $position }
event-started = Пошли полезные данные
event-ended =
    { $state ->
        [done] Тест завершился по плану
        [failed] Тест не удался
        [cancelled] Тест остановлен
        [interrupted] Тест прерван
       *[other] Тест завершился: { $state }
    }
event-cancel-asked = Запрошена остановка: { $by }
event-link-lost = Машины потеряли связь друг с другом
event-link-back = Машины снова на связи
event-peer-lost = От { $host } больше нет вестей
event-stream-failed = Сбой потока: { $reason }
event-stream-ended = Поток { $stream } завершился раньше времени

report-origin = Тест { $id }, { $started }
report-origin-label = Тест { $id }, { $started }, { $label }

## Findings

finding-same-machine = Обе стороны работают на одной машине: ни сетевой карты, ни кабеля в показателях нет.
finding-not-kept = Не удалось сохранить запись на диск: { $reason }
finding-core-full =
    { $role ->
        [sender] Одно ядро CPU отправителя { $host } загружено полностью: { $busiest_core_percent } %.
       *[other] Одно ядро CPU получателя { $host } загружено полностью: { $busiest_core_percent } %.
    }
finding-resent =
    { $retransmits ->
        [one] С { $host } повторно передан { $retransmits } сегмент, { $percent } % отправленного.
        [few] С { $host } повторно переданы { $retransmits } сегмента, { $percent } % отправленного.
        [many] С { $host } повторно передано { $retransmits } сегментов, { $percent } % отправленного.
       *[other] С { $host } повторно передано { $retransmits } сегмента, { $percent } % отправленного.
    }
finding-measure-length = На { $host } измерение длилось { $measured_seconds } s вместо { $asked_seconds } s.
finding-socket-buffer-clamped =
    { $field ->
        [send_socket_buffer_bytes] На { $host } под буфер отправки сокета выделено { $granted_bytes } из запрошенных { $asked_bytes }.
       *[other] На { $host } под буфер приёма сокета выделено { $granted_bytes } из запрошенных { $asked_bytes }.
    }
finding-late-mark = На { $host } граница фазы замечена с опозданием на { $late_ms } ms, поэтому показатели этой стороны менее точны.
finding-peer-lost = Во время теста связь с { $host } пропала, поэтому показатели этой стороны неполны.
finding-stream-ended-early = Один из потоков завершился раньше времени.
finding-not-drained =
    { $streams ->
        [1] Один поток на { $host } ещё держал полезные данные, когда время сбора вышло.
        [one] { $streams } поток на { $host } ещё держал полезные данные, когда время сбора вышло.
        [few] { $streams } потока на { $host } ещё держали полезные данные, когда время сбора вышло.
        [many] { $streams } потоков на { $host } ещё держали полезные данные, когда время сбора вышло.
       *[other] { $streams } потока на { $host } ещё держали полезные данные, когда время сбора вышло.
    }
finding-suspended = Во время теста одна из машин уходила в сон.
finding-clock-offset-coarse = Часы двух машин сверены лишь с точностью до { $offset_error_ms } ms, поэтому их линии могут быть сдвинуты относительно друг друга.
finding-udp-loss =
    { $place ->
        [sender] За измерение потеряно { $percent } % датаграмм ({ $lost }), большинство — ещё до выхода с { $host }: очередь отправки была полна.
        [socket] За измерение потеряно { $percent } % датаграмм ({ $lost }), большинство — на принимающем сокете { $host }: его буфер был полон.
        [host] За измерение потеряно { $percent } % датаграмм ({ $lost }). Большинство могла отбросить сама { $host } до сокета; её счётчики охватывают весь её трафик.
        [network] За измерение потеряно { $percent } % датаграмм ({ $lost }), большинство — в сети по пути к { $host }.
        [not_separable] За измерение потеряно { $percent } % датаграмм ({ $lost }) на принимающем сокете { $host } или в сети: ядро Linux объединяло датаграммы (GRO), и одно от другого не отделить.
       *[other] За измерение потеряно { $percent } % датаграмм ({ $lost }); где именно по пути к { $host } — неизвестно.
    }
finding-rate-not-reached = { $host } передала { $bits_per_second } вместо запрошенных { $asked_bits_per_second }.
finding-fragmented = Датаграммы по { $datagram_bytes } дробились в пути: целиком они не проходили.
finding-reordered = Не по порядку пришло датаграмм: { $reordered }, это { $percent } % пришедших.
finding-receive-buffer-granted = На { $host } под буфер приёма сокета выделено { $granted_bytes }, а не { $asked_bytes }, которые могут понадобиться при всплеске.
finding-segmentation-used =
    { $by ->
        [sender] Ядро Linux отправителя резало буферы, в которых до { $segments } датаграмм (GSO): не сравнивайте с тестами без этого.
        [receiver] Ядро Linux получателя объединяло до { $segments } датаграмм (GRO): не сравнивайте с тестами без этого.
       *[both] Ядра Linux резали и объединяли буферы, в которых до { $segments } датаграмм (GSO, GRO): не сравнивайте с тестами без этого.
    }
finding-out-of-run = На сокеты этого теста на { $host } пришло посторонних датаграмм: { $datagrams }. В расчётах их нет.
finding-payload-wrong = Данные изменились в пути: { $host } нашёл неверных байтов: { $wrong }, первый — байт { $place } потока { $stream }.
finding-payload-verified = { $host } проверил { $verified_bytes } данных: каждый байт тот же, что был отправлен.
finding-zero-copy-copied = { $host } должен был отправлять без копирования, но ядро всё же скопировало { $percent } % отправок.
finding-quota-not-reached =
    { $unit ->
        [bytes] Время вышло раньше: { $host } отправил байтов: { $done } из запрошенных { $asked }.
       *[operations] Время вышло раньше: { $host } выполнил операций: { $done } из запрошенных { $asked }.
    }
finding-payload-wrong-advice = Данные меняет карта, её драйвер, что-то в пути или память машины: отключите вычисление контрольных сумм картой, затем проверьте память.
finding-zero-copy-copied-advice =
    { $machines ->
        [same] На одной машине выигрыш невозможен: ядру приходится копировать то, что её не покидает.
       *[apart] Карта или её драйвер не умеют отправлять из памяти программы: выигрыш там невозможен, отправляйте с копированием.
    }
finding-quota-not-reached-advice = Дайте больше времени или запросите меньше.
finding-address-translated =
    { $container ->
        [yes] { $host } — контейнер: он доступен по адресу { $outside }, а сам видит { $inside }; каждый пакет переписывается по пути.
       *[no] { $host } доступна по адресу { $outside }, а сама видит { $inside }: адреса переписываются по пути.
    }
finding-udp-blocked = UDP не доходит до порта { $port } на { $host }, хотя TCP доходит: тест UDP в эту сторону открыть нельзя.
finding-cloud-allowance-exceeded =
    { $counter ->
        [bw_in_allowance_exceeded] { $host } принимает через { $interface } больше, чем облако разрешает машине такого размера. Задержано или отброшено пакетов: { $packets }.
        [bw_out_allowance_exceeded] { $host } отправляет через { $interface } больше, чем облако разрешает машине такого размера. Задержано или отброшено пакетов: { $packets }.
        [pps_allowance_exceeded] У { $host } на { $interface } больше пакетов в секунду, чем облако разрешает машине такого размера. Задержано или отброшено пакетов: { $packets }.
        [conntrack_allowance_exceeded] У { $host } на { $interface } больше соединений, чем облако отслеживает для машины такого размера. Отброшено пакетов: { $packets }.
        [linklocal_allowance_exceeded] { $host } обращается через { $interface } к службам облака (имена, время, метаданные) чаще, чем разрешено. Отброшено пакетов: { $packets }.
       *[other] { $host } превышает ограничение облака на { $interface } ({ $counter }). Задержано или отброшено пакетов: { $packets }.
    }
finding-foreign-traffic =
    { $role ->
        [sender] Не менее { $percent } % отправленного { $host } через { $interface } за время измерения не относится к этому тесту: { $foreign_bytes }.
       *[other] Не менее { $percent } % принятого { $host } через { $interface } за время измерения не относится к этому тесту: { $foreign_bytes }.
    }
finding-softnet-dropped = { $host } отбрасывает приходящие пакеты: очередь для них переполнена (softnet). Отброшено: { $packets }.
finding-cpu-throttled = Лимит CPU контейнера останавливал { $host } в { $percent } % периодов; всего его CPU ждали { $throttled_seconds } с.
finding-steal-high = Гипервизор отдал другим { $percent } % времени CPU машины { $host } (steal).
finding-core-saturated = Ядро { $core } машины { $host } полностью занято пакетами: { $softirq_percent } % его времени ушло на softirq.
finding-headline-differs-from-kernel = { $host } насчитывает { $received_bytes } полезных данных — больше, чем { $kernel_bytes }, которые его ядро приняло всего.

finding-same-machine-advice = Чтобы измерить сеть между сторонами, разместите их на двух машинах.
finding-core-full-advice = Больше потоков может распределить работу по другим ядрам CPU, если какие-то простаивают; более быстрое ядро поднимает предел.
finding-core-full-all-advice = Заняты были все ядра, этим тестом или другими программами: больше потоков здесь не поможет.
finding-late-mark-advice = Машина была слишком занята, чтобы следить за временем, или на миг остановилась; при более длинном тесте это меньше влияет.
finding-peer-lost-advice = Показатели этой стороны обрываются там, где пропала связь; повторите тест, когда машина снова станет доступна.
finding-not-kept-advice = Освободите место на диске с каталогом данных; скачайте эту запись, пока сервер не остановлен.
finding-resent-advice = На пути теряются сегменты: сравните с другим управлением перегрузкой или меньшим числом потоков.
finding-socket-buffer-clamped-advice = Увеличьте net.core.rmem_max и net.core.wmem_max на этой машине.
finding-udp-loss-advice =
    { $place ->
        [sender] Запросите меньшую скорость или возьмите карту быстрее: предел — очередь самого отправителя.
        [socket] Запросите больший буфер приёма и увеличьте там net.core.rmem_max либо запросите меньшую скорость или больше потоков.
        [host] Машина получателя не успевала: запросите меньшую скорость или распределите её по большему числу потоков.
        [not_separable] Выключите аппаратную сегментацию, и следующий тест отличит буфер сокета от сети.
       *[other] Снижайте скорость, пока потери не исчезнут: столько и пропускает путь.
    }
finding-rate-not-reached-advice = Отправитель не удержал эту скорость: датаграммы крупнее, больше потоков или темп «длинными пачками» меньше нагружают его процессор.
finding-fragmented-advice = С одним потерянным фрагментом пропадает вся датаграмма, а многие межсетевые экраны фрагменты отбрасывают. Не задавайте размер — и она пройдёт целиком.
finding-reordered-advice = На пути есть ветви разной длины, или карта раскладывает один поток по нескольким очередям.
finding-receive-buffer-granted-advice = Увеличьте net.core.rmem_max на этой машине.
finding-segmentation-used-advice = Сравнивайте с тестами, где она тоже включена, или выключите аппаратную сегментацию.
finding-udp-blocked-advice = Откройте порт и для UDP в группе безопасности или межсетевом экране этой машины; в Docker опубликуйте его: -p { $port }:{ $port }/udp
finding-cloud-allowance-exceeded-advice = Этот предел задаёт размер машины: возьмите машину больше, запросите меньше или повторите тест, когда её кредиты восстановятся.
finding-foreign-traffic-advice = Этой картой одновременно пользовалось что-то ещё: остановите это и повторите тест.
finding-softnet-dropped-advice = Увеличьте там net.core.netdev_max_backlog или распределите приходящие пакеты по большему числу ядер (RSS, RPS).
finding-cpu-throttled-advice = Поднимите лимит CPU этого контейнера или снимите его на время измерения.
finding-steal-high-advice = Теми же процессорами пользуются другие виртуальные машины: повторите тест или возьмите машину с собственными ядрами.
finding-core-saturated-advice = Это ядро обслуживает одну очередь карты: используйте больше очередей (RSS), распределите их (RPS) или возьмите больше потоков.

## What is done with a run that is kept, on its report and in the list

share = Поделиться…
share-hide = Скрыть адреса, имена машин, метку и заметку
share-expires = Ссылка действует
expires-1 = один день
expires-7 = 7 дней
expires-30 = 30 дней
expires-365 = год
expires-never = пока не отозвана
share-make = Создать ссылку
share-made = Ссылка создана.
share-link = ссылка на этот тест
share-anyone = Тест увидит каждый, у кого есть ссылка, входить не нужно.
# Beside a link: until when it works, and what it shows.
share-hidden-until = Действует до { $time }, имена скрыты.
share-hidden-for-ever = Действует, пока не отозвана, имена скрыты.
share-open-until = Действует до { $time }, имена видны.
share-open-for-ever = Действует, пока не отозвана, имена видны.
share-run = Её тест
share-withdraw = Отозвать
share-withdrawn = Ссылка отозвана. По ней больше ничего не найти.
shares = Действующие ссылки
words = Метка и заметка
words-keep = Сохранить
working = Минутку…
print = Печать
delete = Удалить
undo = Вернуть
run-deleted = Здесь тест удалён; у другой машины остаётся своя копия. Переход с этой страницы через { $seconds } s; вернуть тест можно и на странице истории, в течение десяти минут.
run-restored = Тест снова здесь.
# Below the list of runs; the figures of the runs that are ticked follow, for example “9.41 Gbit/s · 6.87 Gbit/s”.
runs-selected =
    { $count ->
        [one] Выбран { $count } тест. { $means }
        [few] Выбрано { $count } теста. { $means }
        [many] Выбрано { $count } тестов. { $means }
       *[other] Выбрано { $count } теста. { $means }
    }
runs-deleted =
    { $count ->
        [one] Удалён { $count } тест.
        [few] Удалено { $count } теста.
        [many] Удалено { $count } тестов.
       *[other] Удалено { $count } теста.
    }
clear-selection = Снять выбор
deleted = Недавно удалённые
deleted-how = Каждый тест можно вернуть в течение десяти минут.
import = Импортировать запись
import-hint = Файл JSON, экспортированный любым pairperf. Выберите его или перетащите сюда.
import-choose = Выбрать файл
import-sending = Читаем { $name }…
import-failed = Файл { $name } не импортирован.
# Of a file that is no record; $json is what the link to the right one is called.
import-which = Выберите файл, который в отчёте загружается по ссылке «{ $json }».
import-open = Открыть тест
# The charts of a report.
zoom = Участок времени
zoom-in = Ближе
zoom-out = Дальше
zoom-whole = Весь тест
zoom-how = Чтобы увидеть участок времени, выделите его мышью на графике или нажимайте + и −; 0 показывает весь тест.
lines = Линии на графиках
picture-svg = Сохранить как SVG
picture-png = Сохранить как PNG

## Errors: what they are called. What happened and what to do is said by the server.

error-other = Не получилось
error-no-answer = Сервер этой машины не отвечает
error-strange-answer = Не удалось понять ответ
error-busy = Тест уже идёт
error-peer-busy = Другая машина занята
error-bad-address = Это не адрес
error-bad-code = Это не код подключения
error-unreachable = Другая машина недоступна
error-not-a-pairperf = По этому адресу отвечает что-то другое
error-version-mismatch = Версии машин не совпадают
error-self-pairing = Это та же самая машина
error-not-inviting = На другой машине нет действующего кода
error-code-refused = Код не принят
error-timed-out = Другая машина не ответила вовремя
error-connection-lost = Связь потеряна
error-protocol-error = Неожиданный ответ другой машины
error-pairing-ended = Машины больше не в паре
error-too-many-pairings = Слишком много пар
error-no-pairing = Эти машины не в паре
error-ended = Машины больше не в паре
error-peer-silent = Другая машина не отвечает
error-peer-lost = Связь с другой машиной пропала
error-not-found = Такого нет
error-bad-request = Не удалось разобрать запрос
error-bad-config = С такими параметрами тест невозможен
error-plan-impossible = Между этими машинами такой тест невозможен
error-way-closed = Путь к другой машине закрыт
error-udp-port = UDP-порт недоступен
error-limit = Это больше, чем здесь разрешено
error-not-allowed = Другая машина этого не разрешает
error-unauthorized = Вы не вошли
error-too-many = Слишком много сразу
error-store = Не удалось сохранить тест

## Documents: navigation, history, report, help

nav-history = История
nav-help = Справка
language = Язык
apply = Применить
start-failed = Эта страница не смогла запуститься в браузере. То же самое возможно и без неё: каждый шаг есть в JSON-интерфейсе под /api/v1 и в командах из «pairperf --help»; как это сделать, написано в README. Отчёты и история здесь работают.
start-noscript = Чтобы создать пару и запустить тест, нужны JavaScript и WebAssembly или команды из «pairperf --help». Отчёты и история работают и без них.
foot-help = Как получен каждый показатель
error-code = Код:
error-no-run = Такого теста нет
error-no-share = Эта ссылка ничего не показывает
run-again = Повторить тест
file-html = HTML
file-html-what = отчёт одним файлом, с графиками
file-markdown = Markdown
file-markdown-what = для тикета или вики
file-text-what = для терминала или письма
file-json-what = вся запись, её можно импортировать
file-jsonl-what = по объекту на строку
file-csv-receiver-what = его замеры
file-csv-sender-what = его замеры
file-csv-summary = CSV, показатели
file-csv-summary-what = обе стороны, по строке на каждую
file-csv-streams = CSV, потоки
file-csv-streams-what = по строке на поток и сторону
file-svg = SVG
file-svg-what = графики картинкой
report-imported = Эта запись импортирована из файла.
report-redacted = Адреса и имена машин в этом отчёте скрыты.
history-title = Все тесты, сохранённые на { $name }
history-lead =
    { $count ->
        [one] { $count } тест. Отметьте тесты, чтобы удалить их вместе.
        [few] { $count } теста. Отметьте тесты, чтобы удалить их вместе.
        [many] { $count } тестов. Отметьте тесты, чтобы удалить их вместе.
       *[other] { $count } теста. Отметьте тесты, чтобы удалить их вместе.
    }
history-empty = Тестов здесь ещё не было. Объедините две машины в пару и запустите тест: результат останется здесь.
history-begin = Создать пару машин
history-filters = Фильтры
history-search = Метка или заметка
history-host = Машина
history-any = не важно
history-to-peer = от машины, запустившей тест
history-from-peer = к машине, запустившей тест
history-running = идёт
history-days =
    { $days ->
        [1] последний день
        [one] последний { $days } день
        [few] последние { $days } дня
        [many] последние { $days } дней
       *[other] последние { $days } дня
    }
history-filter = Применить
history-clear = Сбросить фильтры
history-count = Тестов: { $shown } из { $total }
history-none = Под эти фильтры не подходит ни один тест.
history-pick = Выбрать
history-what = Машины и метка
history-machines = { $from } → { $to }
history-spark = Скорость по ходу теста
history-mean = Среднее на приёме
history-imported = импортирован
history-newer = Более новые тесты
history-older = Более старые тесты
history-csv = Этот список в CSV
help-title = Справка
help-lead = Что измеряется, как получен каждый показатель и что значат слова.
help-steps = За четыре шага
help-step-start = Запустите pairperf на обеих машинах и откройте любую из них в браузере.
help-step-pair = Прочитайте код подключения на одной машине и введите его на другой. Должен быть открыт один порт — на машине, которая показывает код.
help-step-run = Выберите, что хотите узнать, и запустите тест. Обе стороны видны вживую; смотреть может каждый, кто вошёл на любую из машин.
help-step-share = Отчёт остаётся в истории обеих машин. Дайте на него ссылку, скачайте его или распечатайте.
help-measured = Как получен каждый показатель
measured-rate = Скорость
measured-rate-text = Байты полезных данных, пришедшие к получателю между двумя снимками его счётчиков, умножены на восемь и разделены на реальное время между снимками. Заголовки не учитываются, поэтому Ethernet на 10 Gbit/s переносит не больше 9,41 Gbit/s полезных данных TCP в кадрах по 1500 байт.
measured-phases = Фазы
measured-phases-text = Потоки открываются, затем полезные данные идут через прогрев, измерение и остывание. В показатели входит только то, что попало в измерение; остальное на графиках затенено.
measured-ends = Обе стороны
measured-ends-text = Каждая сторона считает сама. За измерение они могут разойтись на то, что было в пути или в буферах в моменты начала и конца измерения; за всю жизнь потока никогда не приходит больше, чем отправлено.
measured-spread = Минимум, медиана, максимум, отклонение
measured-spread-text = По скоростям между соседними замерами, десять раз в секунду. Ничего не сглаживается и не отбрасывается; интервал короче половины обычного объединяется со следующим.
measured-resent = Повторные передачи
measured-resent-text = То, что ядро Linux отправителя считает повторно переданными сегментами (tcpi_total_retrans), как доля от полных сегментов, которые заполняют полезные данные.
measured-lost = Потери, дубли, порядок
measured-lost-text = У каждой датаграммы есть номер. Потеряны номера, которые не пришли, включая те, что не приняла очередь самого отправителя. Пришедшая повторно считается один раз; пришедшая после большего номера — не по порядку (RFC 4737).
measured-places = Где теряются датаграммы
measured-places-text = За весь тест: получившие номер минус принятые. Не отправлено — что не взяло ядро Linux отправителя (ENOBUFS). На сокете — что ядро Linux получателя отбросило на сокетах именно этого теста (SO_MEMINFO). В машине — со словом «до», потому что её счётчики охватывают весь её трафик; остальное потеряно в сети, поэтому «не меньше». Если ядро объединяет датаграммы (GRO), оно считает буферы, а не датаграммы: тогда сокет и сеть не разделить.
measured-jitter = Джиттер
measured-jitter-text = Насколько промежутки между датаграммами у получателя отличаются от промежутков у отправителя, со сглаживанием по RFC 3550; среднее по замерам и потокам. Часы не обязаны совпадать.
measured-pace = Неравномерность темпа
measured-pace-text = Датаграммы, принятые ядром Linux отправителя за каждую миллисекунду: их стандартное отклонение в процентах от среднего. Если их меньше пяти за миллисекунду, не указывается.
measured-round-trip = RTT (время туда и обратно)
measured-round-trip-text = Без нагрузки: наименьший из двенадцати пингов по связи между серверами, до того как пошли полезные данные. Под нагрузкой: сглаженное значение ядра Linux отправителя (tcpi_rtt), медиана по всем потокам.
measured-cpu = CPU
measured-cpu-text = Время занятости всей машины из /proc/stat, вместе с другими программами; рядом указано самое загруженное ядро, потому что одно занятое ядро CPU ограничивает тест задолго до того, как будут заняты все.
measured-streams = Потоки и справедливость
measured-streams-text = Каждый поток считается отдельно. Справедливость — это индекс Джейна: 1, когда у всех потоков равная доля, и около 0, когда всё достаётся одному.
measured-clocks = Часы
measured-clocks-text = Обе стороны показаны по времени координатора. Смещение берётся из пинга с наименьшим RTT; его погрешность — не больше половины этого RTT, она указана в разделе «Запрошено и применено».
help-open = Что должно быть открыто
help-open-text = Один порт на машине, которая показывает код подключения: для TCP, а для тестов UDP — и для UDP. Другая машина открывает все потоки, кто бы ни отправлял.
help-words = Слова
word-node = Узел
word-node-text = Один работающий сервер pairperf.
word-join-code = Код подключения
word-join-code-text = Восемь символов, которые один раз в течение десяти минут объединяют два узла в пару.
word-pairing = Пара
word-pairing-text = Два узла, подтвердившие друг другу код подключения, и зашифрованная связь между ними.
word-run = Тест
word-run-text = Одно измерение, от проверки плана до записи.
word-stream = Поток
word-stream-text = Одно TCP-соединение или один поток датаграмм UDP, по которому идут полезные данные теста.
word-warm-up = Прогрев
word-warm-up-text = Полезные данные до измерения, чтобы успели вырасти окна перегрузки.
word-cool-down = Остывание
word-cool-down-text = Полезные данные после измерения, чтобы ни один поток не завершился внутри него.
word-congestion-control = Управление перегрузкой
word-congestion-control-text = Как ядро Linux решает, с какой скоростью отправляет TCP, например cubic или bbr. Оно меняет результаты, поэтому указано рядом с каждым главным итогом.
word-finding = Замечание
word-finding-text = То, что ограничило или исказило тест, с показателями, по которым это видно.
word-record = Запись
word-record-text = Всё, что было запрошено, запланировано, выделено и посчитано на обеих сторонах. Из неё строятся все отчёты и файлы.
help-about = О программе
help-licence = Свободное ПО под лицензией MIT или Apache-2.0.
