# Korean. Arguments are names and figures made ready to be read; units are never translated.
# No particle after an argument depends on its last sound. One plural class: counts need no selector.
# Sections: frame, pairing, run form, run, report, events, findings, errors.
# Words: run = 테스트, measure = 측정, rate = 처리량, card = 네트워크 카드, join = 참여, joined = 페어링, link = 링크 (measured)
# or 연결 (between the servers), record = 기록, history = 이력, finding = 진단, end = 쪽/측.

## The frame around every page

skip = 본문으로 건너뛰기
brand = pairperf, 시작 페이지
brand-left = pair
brand-right = perf
title = { $page } – pairperf
nav = 주 메뉴
nav-machines = 머신
nav-new = 새 테스트
nav-running = 진행 중
mast-alone = 이 머신 { $name }, 페어링되지 않음
mast-paired = 이 머신 { $name }, 페어링 상대 { $peer }
mast-link-down = 이 머신 { $name }, 연결이 끊긴 상대 { $peer }
display = 화면
theme = 테마
theme-system = 시스템 설정
theme-light = 밝게
theme-dark = 어둡게
loading = 불러오는 중
lost = 이 머신의 서버가 응답하지 않습니다. 지금 보이는 내용은 최신이 아닐 수 있습니다.
lost-retry = 다음 재시도까지 { $seconds } s.
retry-now = 지금 다시 시도
updated = 이 페이지를 연 뒤에 이 머신의 서버가 업데이트되었습니다.
reload = 새로 고침
try-again = 다시 시도
foot = pairperf { $version }, { $name }, { $address }
foot-api = API
copy = 복사
copied = 복사됨
copy-failed = 직접 선택해 복사

## The login page

login-title = 로그인
login-lead = 이 페이지는 이 pairperf를 실행한 사람만 사용할 수 있습니다.
login-label = 토큰
login-hint = 서버가 시작될 때 “log in at” 줄의 “#” 뒤에 출력됩니다. 데이터 폴더의 “token” 파일에도 있습니다.
login-button = 로그인
login-failed = 토큰이 올바르지 않습니다.

## Pairing

home-alone = 머신 두 대와 링크 하나. 페어링하면 링크가 얼마나 감당하는지 볼 수 있습니다.
home-failed = 이 머신의 서버에서 정보를 가져오지 못했습니다
this-machine = 이 머신
other-machine = 상대 머신
wire-alone = { $name } 머신, 그리고 아직 참여하지 않은 상대 머신
wire-paired = 페어링된 두 머신 { $here }, { $there }
nothing-joined = 아직 참여한 머신이 없습니다. 상대 머신을 기다리고 있습니다.
code-read = 상대 머신 앞에 있는 사람에게 이 코드를 불러 주십시오
code-spoken = 참여 코드: { $code }
code-valid = 남은 시간
code-works = 사용 횟수
code-once = 1회
code-tries = 남은 시도
code-making = 코드를 만드는 중…
code-ended = 열려 있는 코드가 없습니다
code-new = 새 코드
time-minutes = { $minutes } min { $seconds } s
time-seconds = { $seconds } s
ways = 상대 머신을 참여시키는 방법
way-browser = 브라우저가 있을 때
way-browser-how = 상대 머신에서 pairperf를 열고 “코드가 있습니다” 부분에 이 주소와 코드를 입력하거나, 링크를 따라가십시오.
way-paste = 붙여넣을 수 있을 때
way-paste-how = 주소와 코드를 한 문자열로 묶은 것으로, 상대 페이지의 입력란에 붙여넣습니다.
way-terminal = 터미널만 있을 때
way-terminal-how = 상대 머신에서 둘 중 하나를 실행하십시오. 첫째는 실행 중인 서버를 참여시키고, 둘째는 서버를 새로 시작합니다.
qr = 참여 링크의 QR 코드
copy-link = 링크 복사
copy-ticket = 주소와 코드
copy-join = 실행 중인 서버용 명령
copy-serve = 서버를 시작하는 명령
other-addresses = 이 주소로 접속되지 않습니까? 이 머신에는 다른 주소도 있습니다: { $addresses }.
open-port = 이쪽에서는 주소에 있는 포트만 열려 있으면 됩니다. TCP로 열고, UDP를 측정하려면 UDP로도 여십시오.
have-code = 코드가 있습니다
prefilled = { $address } 주소로 가는 링크를 통해 들어왔습니다. ‘참여’를 선택하기 전에는 아무 일도 일어나지 않습니다.
join-code = 상대 머신의 코드, 문자열 또는 링크
join-code-hint = 주소와 함께: 10.0.0.4:7575/7K3F-Q9RN. 공백, 하이픈, 소문자도 괜찮습니다. O는 0으로, I와 L은 1로 봅니다.
join-address = 상대 머신의 주소
join-address-hint = 상대 페이지에 보이는 그대로 입력합니다. 예: 10.0.0.4:7575. 포트를 생략하면 7575입니다.
address-missing = 주소가 없습니다.
join = 참여
joining = 참여하는 중…
code-good = 코드가 완성되었습니다.
code-length = 코드는 문자 8개인데 { $count }개가 입력되었습니다.
code-symbol = “{ $symbol }”: 코드에 쓰이지 않는 문자입니다.
code-check = 문자 하나가 틀렸습니다. 입력한 내용을 확인하십시오.
code-missing = 먼저 코드를 입력하거나 붙여넣으십시오.
code-begun = 코드는 문자 8개이며, 지금까지 { $count }개가 입력되었습니다.
attempt-now = 참여하는 중: { $address }
attempt-failed = 참여하지 못했습니다: { $address }
step-reach = 상대 머신에 접속
step-versions = 버전 일치 확인
step-verify = 서로 코드 검증
step-introduce = 머신 정보 교환
step-done = 통과
step-now = 진행 중
step-failed = 여기서 실패
step-next = 대기
parted = { $name } 머신과의 페어링이 해제되었습니다. 새 코드로 다시 참여하십시오.
join-link-where = 상대가 될 머신은 어느 것입니까?
join-link-how = 이 링크는 { $here } 머신의 것입니다. 상대 머신의 페이지 주소를 입력하면 코드가 채워진 상태로 열립니다.
join-link-broken = 이 링크에는 참여 코드가 없습니다
join-link-broken-why = 링크가 잘렸을 수 있습니다. 다시 받거나, 상대 머신의 페이지에서 코드를 직접 입력하십시오.
other-page = 상대 머신의 pairperf 페이지 주소
other-page-hint = 예: 10.0.0.5:7575, db-b. 포트를 생략하면 7575입니다.
go-there = 상대 페이지로 이동
paired = { $here }, { $there } 두 머신이 페어링되었습니다.
paired-since = { $time }부터 페어링되어 있습니다.
link-up = 페어링되었고, 진행 중인 테스트가 없습니다.
link-running = 테스트가 진행 중입니다.
link-down = 두 머신 사이의 연결이 끊겨 다시 연결하고 있습니다.
slower-card = 느린 쪽 네트워크 카드 속도 { $speed }
choose-run = 새 테스트
watch-running = 테스트 보기
peer-may-start = { $peer }에서 이 머신의 테스트를 시작하도록 허용
may-not-start = { $peer } 머신이 이쪽에서 테스트를 시작하는 것을 허용하지 않습니다. 그 머신의 페이지에 있는 스위치로 바꿀 수 있습니다.
unpair = 페어링 해제
unpair-really = 정말 해제하시겠습니까?
unpair-keep = 유지
facts = 양쪽 머신의 사양
facts-what = 항목
differs = 다름
fact-cpu = 프로세서
fact-cores = 코어
fact-cores-at = { $count }개, { $clock }
fact-memory = 메모리
fact-system = 시스템
fact-card = 네트워크 카드(NIC)
fact-mtu = MTU
fact-control = 혼잡 제어
fact-send-max = 최대 송신 버퍼 요청값
fact-receive-max = 최대 수신 버퍼 요청값
fact-version = pairperf
runs = 최근 테스트
runs-none = 아직 실행한 테스트가 없습니다. 두 머신을 페어링하고 테스트를 시작하면 결과가 여기에 남습니다.
runs-when = 시각
runs-what = 내용
runs-mean = 평균(수신)
runs-outcome = 결과
runs-line = { $from } → { $to }, { $protocol }, 스트림 { $streams }개

## The form of a run

new-run = 새 테스트
new-question = 이 링크에 대해 무엇을 알고 싶습니까?
new-question-lead = 질문을 고르십시오. 아래 항목이 모두 그에 맞게 채워지며, 어느 것이든 바꿀 수 있습니다.
new-unpaired = 테스트에는 페어링된 머신 두 대가 필요합니다. 지금은 페어링되어 있지 않습니다.
new-unpaired-how = 시작 페이지에서 두 번째 머신을 참여시킨 뒤 여기로 돌아오십시오. 입력한 내용은 주소에 남아 있습니다.
new-link-down = 두 머신 사이의 연결이 끊겨 다시 연결하고 있습니다. 연결이 복구되면 테스트를 시작할 수 있습니다.
question = 질문
# The questions, each with what is done to answer it, in a line of its own.
preset-quick = 이 링크는 정상입니까?
preset-quick-answer = 빠른 점검: 스트림 8개로 10초, 양쪽을 모두 관찰합니다.
preset-ntttcp = 최대 속도는 얼마입니까?
preset-ntttcp-answer = NTttcp의 기본값 그대로: 스트림 64개(16 × 4), 1분.
preset-one = 연결 하나의 속도는 얼마입니까?
preset-one-answer = 파일 복사나 백업 하나가 낼 수 있는 속도입니다.
preset-thousands = 연결 수천 개에도 견딥니까?
preset-thousands-answer = 스트림 4,096개를 동시에 열고, 제 몫을 얻지 못하는 스트림을 찾습니다.
preset-back = 반대 방향은 다릅니까?
preset-back-answer = 페이로드가 반대로 흐르는 빠른 점검입니다.
preset-both = 양쪽이 동시에 보내면 어떻습니까?
preset-both-answer = 방향마다 스트림 8개를 동시에 보내, 한 방향이 다른 방향에서 빼앗는 몫을 봅니다.
preset-long = 오래 유지됩니까?
preset-long-answer = 10분: 버스트 허용량이 바닥나고 머신이 뜨거워지는 시간입니다.
preset-udp = UDP는 얼마나 통과합니까?
preset-udp-answer = 데이터그램 1 Gbit/s를 보내고, 나머지를 어디서 잃는지 봅니다.
preset-even = 작은 패킷도 고르게 지나갑니까?
preset-even-answer = 통화처럼 작은 데이터그램을 초당 6,250개 보내 손실, 순서, 지터를 봅니다.
preset-small = 작은 패킷은 얼마나 통과합니까?
preset-small-answer = 64바이트 데이터그램을 최대한 빨리 보냅니다. 바이트가 아니라 패킷 수가 부담이 됩니다.
preset-answers = 응답은 얼마나 걸립니까?
preset-answers-answer = 1바이트를 보내고 1바이트를 받기를 되풀이해, 보통의 시간과 가장 느린 응답을 봅니다.
preset-connections = 연결은 얼마나 빨리 맺습니까?
preset-connections-answer = 스트림 8개가 연결하고 한 번 묻고 다시 시작합니다. 짧은 웹 요청과 같습니다.
# How long a run takes and how much data it moves at most, under a question: “64 s, up to 74.5 GiB”.
forecast-seconds = { $seconds } s, 최대 { $volume }
forecast-minutes = { $minutes } min { $seconds } s, 최대 { $volume }
forecast-hours = { $hours } h { $minutes } min, 최대 { $volume }
forecast-seconds-unknown = { $seconds } s, 데이터양 알 수 없음
forecast-minutes-unknown = { $minutes } min { $seconds } s, 데이터양 알 수 없음
forecast-hours-unknown = { $hours } h { $minutes } min, 데이터양 알 수 없음
forecast-volume = 최대 { $volume }
forecast-volume-unknown = 알 수 없음
forecast-volume-exchange = 주고받는 요청과 응답만큼
time-hours = { $hours } h { $minutes } min
group-test = 테스트
group-exchange = 요청과 응답
group-datagrams = 데이터그램
group-sockets = 버퍼와 소켓
group-path = 포트, 주소, 패킷
group-phases = 단계
group-threads = 스레드
group-note = 메모
group-ends = 양쪽이 다른 설정
ends-note = 각 칸은 한 머신에만 적용됩니다. 비워 두면 위의 설정을 따릅니다.
ends-same = 위와 같음
ends-on = 켜기
ends-off = 끄기
group-reset = 질문 기본값으로 되돌리기
# Beside the name of settings that are folded away.
group-same = 질문 기본값
group-changed = { $count }개 변경됨
knob-direction = 방향
knob-direction-hint = 페이로드가 흐르는 방향입니다. 요청은 화살표 왼쪽 머신이 보냅니다.
choice-direction-to-peer = { $here } → { $there }
choice-direction-from-peer = { $there } → { $here }
choice-direction-both = 양방향 동시에
choice-direction-each-in-turn = 한 방향씩 차례로
knob-protocol = 프로토콜
knob-protocol-hint = TCP는 실제 전송이 얻는 속도를, UDP는 경로 자체의 용량과 손실을 보여 줍니다.
choice-protocol-tcp = TCP
choice-protocol-udp = UDP
knob-mode = 측정 대상
knob-mode-hint = 얼마나 통과하는지, 응답이 얼마나 걸리는지, 연결을 얼마나 빨리 맺는지 고릅니다.
choice-mode-throughput = 처리량
choice-mode-request-response = 응답 시간
choice-mode-connections = 초당 연결 수
knob-request = 요청 크기
knob-request-hint = 요청 하나의 페이로드 바이트 수입니다. 예: 1, 4KiB. 1바이트면 경로만 드러납니다.
knob-response = 응답 크기
knob-response-hint = 응답 하나의 페이로드 바이트 수입니다.
knob-spin = 잠들지 않고 기다리기
knob-spin-hint = 양쪽이 기다리지 않고 계속 확인합니다. 응답이 빨라지지만 양쪽에서 코어 하나를 모두 씁니다.
knob-rate = 속도
knob-rate-hint = 모든 스트림을 합친 페이로드 속도입니다. 예: 1Gbit/s, 50M.
knob-unlimited = 제한 없음
knob-unlimited-hint = 송신 측이 낼 수 있는 최대 속도입니다. 경로의 다른 트래픽을 밀어냅니다.
knob-stream-rate = 스트림당 속도
knob-stream-rate-hint = 전체 속도 대신 정합니다. 예: 10M.
knob-datagram = 데이터그램
knob-datagram-hint = 데이터그램 하나의 페이로드 바이트 수입니다. 경로가 통째로 받지 못하는 크기는 조각납니다.
knob-pace = 속도 유지 방식
knob-pace-hint = 고른 간격은 코어 하나를 쓰고, 긴 묶음은 경로의 큐를 채웁니다.
choice-pace-quantum = 짧은 묶음으로
choice-pace-spin = 고르게, 코어 하나를 모두 사용
choice-pace-gso = 긴 묶음으로, 커널이 나눔
knob-segmentation-offload = 분할 오프로드
knob-segmentation-offload-hint = 커널이 데이터그램을 나누고 합칩니다(GSO, GRO). CPU를 덜 쓰지만 손실은 묶음 단위로만 집계됩니다.
choice-segmentation-offload-auto = 계획에서 결정
choice-segmentation-offload-on = 켜기
choice-segmentation-offload-off = 끄기
knob-payload = 페이로드 내용
knob-payload-hint = 무작위 바이트는 도중에 압축되지 않습니다. 검증하면 바이트를 하나씩 확인해 뒤바뀐 바이트를 찾지만 CPU를 더 씁니다.
choice-payload-random = 무작위
choice-payload-zero = 0으로 채움
choice-payload-verified = 바이트마다 검증
knob-send-copy = 송신 방식
knob-send-copy-hint = 빠른 카드에서 복사 없이 보내면 송신 측 CPU를 아낍니다(MSG_ZEROCOPY). 한 머신 안에서는 이득이 없습니다.
choice-send-copy-copy = 복사해서
choice-send-copy-zero-copy = 복사 없이
knob-receive-copy = 수신 방식
knob-receive-copy-hint = 커널이 버리면(MSG_TRUNC) 수신 부담이 줄어듭니다. 실제 프로그램은 그렇게 받지 않습니다.
choice-receive-copy-copy = 프로그램처럼 복사해서
choice-receive-copy-discard = 커널이 버림
knob-mss = 세그먼트 크기
knob-mss-hint = TCP 세그먼트의 최대 페이로드 바이트 수입니다(TCP_MAXSEG). 작으면 터널을 지나지만 CPU를 더 씁니다.
knob-dscp = 우선순위 표시(DSCP)
knob-dscp-hint = 0~63 또는 ef, af41 같은 이름입니다. 네트워크가 표시된 패킷을 우대하는지 보여 줍니다.
knob-source-address = 출발 주소
knob-source-address-hint = 스트림을 여는 머신의 주소입니다. 카드가 여러 개일 때 하나를 고릅니다.
knob-source-interface = 출발 인터페이스
knob-source-interface-hint = 라우팅과 상관없이 나갈 카드입니다. 예: eth0.
knob-ports = 포트
knob-ports-hint = 포트가 하나면 방화벽도 하나만 열면 됩니다.
choice-ports-single = pairperf의 포트 하나
choice-ports-ntttcp = ntttcp처럼 스트림마다 하나
knob-base-port = 첫 포트
knob-base-port-hint = 스트림마다 포트를 쓸 때 시작하는 번호입니다.
knob-connect = 스트림을 여는 쪽
knob-connect-hint = 여는 머신에서 다른 머신에 닿을 수 있어야 합니다.
choice-connect-dialler = 참가한 { $dialler }
choice-connect-inviter = 초대한 { $inviter }
knob-duration = 측정 시간
knob-duration-hint = 얼마 동안 측정할지 정합니다. 예: 10s, 500ms, 2m.
knob-stop-after = 전송량 한도
knob-stop-after-hint = 이만큼 옮기면 끝납니다. 예: 10GiB. 이때 측정 시간은 최대 시간입니다.
knob-stop-after-operations = 작업 수 한도
knob-stop-after-operations-hint = 송신 또는 요청을 이만큼 하면 끝납니다. 이때 측정 시간은 최대 시간입니다.
knob-streams = 스트림
knob-streams-hint = 동시에 여는 수입니다. TCP 연결 또는 최대 64개의 UDP 흐름입니다.
knob-buffer = 버퍼
knob-buffer-hint = 송신 또는 수신 호출 한 번에 넘기는 바이트 수입니다. 예: 256KiB.
knob-threads = 스레드
knob-threads-hint = 양쪽 각각의 작업 스레드 수입니다.
knob-streams-per-thread = 스레드당 스트림
knob-streams-per-thread-hint = 스트림 수 대신, 스레드 하나가 맡는 수를 정합니다.
knob-mappings = 세션
knob-mappings-hint = ntttcp 형식의 스레드,CPU,*입니다. 예: “2,0,* 2,1,*”. 어느 CPU에서 스레드 몇 개가 실행되는지 정합니다.
knob-cpus = CPU 번호
knob-cpus-hint = 스레드를 차례로 고정합니다. 예: 0-3,8. 테스트마다 값이 덜 흔들립니다.
knob-warm-up = 워밍업
knob-warm-up-hint = 처음에 흐르며 집계하지 않는 페이로드입니다.
knob-cool-down = 쿨다운
knob-cool-down-hint = 마지막에 흐르며 집계하지 않는 페이로드입니다.
knob-send-socket-buffer = 송신 소켓 버퍼
knob-send-socket-buffer-hint = 요청할 SO_SNDBUF 값입니다.
knob-receive-socket-buffer = 수신 소켓 버퍼
knob-receive-socket-buffer-hint = 요청할 SO_RCVBUF 값입니다.
knob-no-delay = 지연 없이 전송
knob-no-delay-hint = 작은 쓰기도 곧바로 내보냅니다(TCP_NODELAY).
knob-congestion-control = 혼잡 제어
knob-congestion-control-hint = 두 머신이 모두 지원하는 것이어야 합니다.
knob-label = 레이블
knob-label-hint = 테스트의 짧은 이름입니다.
knob-note = 메모
knob-note-hint = 이 테스트에 대해 기억해 둘 만한 내용입니다.
empty-plan = 계획에서 결정
empty-kernel = 커널에서 결정
empty-never = 값이 필요합니다
empty-none = 없음
# What a field has before it is changed, under the changed field.
changed = 변경됨, 질문 기본값: { $value }
changed-empty = 변경됨, 질문 기본값: 정하지 않음
changed-on = 변경됨, 질문 기본값: 켜짐
changed-off = 변경됨, 질문 기본값: 꺼짐
plan = 계획
plan-not-yet = 모든 항목을 읽을 수 있게 되면 표시됩니다.
plan-sends = 송신
plan-receives = 수신
plan-opens = 연결
plan-takes = 소요 시간
plan-moves = 데이터양
plan-calls = 호출당
plan-asks = 요청
plan-answers = 응답
plan-exchange = 요청 { $request }, 응답 { $response }
plan-machine = { $host }: { $threads }
# What the machine that joined the other one opens; the address is the other one's.
plan-connections = { $host }에서 { $address } 주소로 { $protocol } 스트림 { $streams }개
plan-accepts = { $host }에서 이 머신으로 { $protocol } 스트림 { $streams }개
plan-ends = { $span }, { $time }쯤 종료
plan-moves-most = 최대 { $volume }, { $speed } 기준
plan-buffer = { $host }에서 { $size }
plan-buffers = 양쪽 각각 { $size }
plan-datagrams = 페이로드 { $bytes }바이트
plan-datagrams-cut = 페이로드 { $bytes }바이트, 경로에서 조각남
plan-batch = 한 번에 데이터그램 최대 { $count }개
plan-batch-kernel = 한 번에 데이터그램 최대 { $count }개, 커널이 나누고 합침
plan-rate = 스트림당 { $rate }, { $pace }
start = 시작
start-after = 끝나면 시작
starting = 시작하는 중…
idle = 이 머신에서 진행 중인 테스트가 없습니다.
busy-run = 여기에서 테스트가 진행 중입니다.
busy-run-owner = 여기에서 { $owner }의 테스트가 진행 중입니다.
busy-run-left = 여기에서 { $owner }의 테스트가 진행 중이며, 최대 { $left } 남았습니다.
busy-there = { $peer }에서 테스트가 진행 중입니다.
busy-there-owner = { $peer }에서 { $owner }의 테스트가 진행 중입니다.
busy-there-left = { $peer }에서 { $owner }의 테스트가 진행 중이며, 최대 { $left } 남았습니다.
busy-watch = 보기
# What to know before a run starts; nothing of it keeps the run from starting.
warning-send-buffer = { $host }의 한도는 { $most }(net.core.wmem_max)입니다. 송신 버퍼는 { $asked } 대신 이 값이 됩니다.
warning-receive-buffer = { $host }의 한도는 { $most }(net.core.rmem_max)입니다. 수신 버퍼는 { $asked } 대신 이 값이 됩니다.
warning-threads = { $host }의 코어는 { $cores }개입니다. 스레드 { $threads }개가 번갈아 실행됩니다.
warning-mtu = 두 머신이 보내는 프레임 크기(MTU)가 다릅니다: { $here } { $here_mtu }, { $there } { $there_mtu }.
warning-speed = { $host }의 네트워크 카드가 속도를 알려 주지 않아 전송할 데이터양을 미리 알 수 없습니다.
warning-same-machine = 양쪽이 한 머신에서 실행됩니다. 측정값에 네트워크 카드나 케이블은 반영되지 않습니다.
warning-unlimited = { $host }에서 낼 수 있는 가장 빠른 속도로 보냅니다. UDP는 다른 트래픽을 배려하지 않고 밀어냅니다.
warning-rate = { $asked }는 느린 쪽 카드가 나르는 페이로드 { $carries }보다 많습니다. 나머지는 잃게 됩니다.
warning-fragment = { $bytes }바이트 데이터그램은 통째로 지나가지 못합니다. 도중에 조각나며, 조각 하나만 잃어도 전부 잃습니다.
warning-segmentation = 커널이 데이터그램을 나누고 합칩니다(GSO, GRO). 일반 데이터그램 테스트와 비교하지 마십시오.
warning-zero-copy = 양쪽이 한 머신에서 실행되어 커널이 어차피 복사합니다. 이득이 없습니다.
warning-quota = { $quota }는 카드의 최대 속도로도 { $duration }보다 오래 걸립니다. 테스트는 시간이 되면 끝납니다.
warning-small-buffer = 한 머신에서 송신 버퍼가 64KiB보다 작으면 확인 응답마다 기다립니다. 속도가 버퍼에 묶입니다.
warning-spin = 요청이 오지 않아도 스트림마다 양쪽에서 코어 하나를 모두 씁니다.
warning-dscp = 도중의 네트워크가 표시를 바꾸거나 무시할 수 있습니다.
warning-verified = 수신 측이 바이트를 모두 확인합니다. 빠른 링크에서는 수신 CPU가 속도를 정할 수 있습니다.
problem-range = { $min } 이상 { $max } 이하여야 합니다.
problem-choice = 다음 중 하나여야 합니다: { $known }.
problem-unreadable = 읽을 수 없습니다: { $why }.
problem-text = 문자, 숫자, 기호를 최대 { $max }자까지 입력할 수 있습니다.
problem-unknown = 없는 설정입니다. 사용할 수 있는 설정: { $known }.
problem-idle-threads = 스트림 { $streams }개에 스레드 { $threads }개입니다. 스트림이 없는 스레드는 할 일이 없습니다.
problem-protocol = { $protocol }에서는 쓰지 않는 설정입니다.
problem-no-rate = UDP는 주는 대로 다 보내 경로의 다른 트래픽을 밀어냅니다. 속도를 정하거나 “제한 없음”을 선택하십시오.
problem-two-rates = 속도를 두 번 정했습니다. 속도, 스트림당 속도, 제한 없음 중 하나만 남기십시오.
problem-pace-offload = 세그먼트 오프로드로 속도를 맞추려면 그 오프로드가 필요합니다. 켜 두거나 다른 방식을 고르십시오.
problem-too-many-streams = { $with } 스트림은 최대 { $max }개입니다.
problem-too-many-exchanges = 요청하는 스트림마다 스레드가 하나씩 필요합니다. 최대 { $max }개입니다.
problem-mode = 이 측정에서는 쓰지 않는 설정입니다.
problem-streams-twice = 스레드나 세션으로 이미 스트림이 { $made }개입니다. 같은 수나 1을 적으십시오.
problem-threads-twice = 스레드 수는 세션이 정합니다. 비워 두십시오.
problem-cpus-twice = 스레드의 CPU는 세션이 정합니다. 비워 두십시오.
problem-ends-differ = 양쪽의 스트림 수가 { $here }개와 { $there }개로 다릅니다. 같아야 합니다.
problem-not-per-end = 양쪽에서 같아야 하는 설정입니다.
problem-zero-copy-verified = 검증할 페이로드는 호출마다 새로 쓰므로 복사 없이 보낼 수 없습니다. 둘 중 하나만 고르십시오.
problem-discard-verified = 버린 것은 검증할 수 없습니다. 둘 중 하나만 고르십시오.
problem-two-limits = 전송량 한도와 작업 수 한도 중 하나만 남기십시오.
problem-mode-protocol = { $protocol }에서만 쓸 수 있습니다.
problem-ports-end = { $base }부터 포트 { $streams }개는 65535를 넘습니다.
plan-congestion-control = { $host }에는 “{ $wanted }” 혼잡 제어가 없습니다. 사용할 수 있는 것: { $offered }.
plan-open-files = { $host }에서 열 수 있는 파일은 { $allowed }개인데 { $needed }개가 필요합니다. 한도(ulimit -n)를 올리거나 스트림 수를 줄이십시오.
plan-memory = { $host }에서 모든 스레드의 버퍼에 필요한 메모리는 { $needed }인데 테스트에 쓸 수 있는 양은 { $allowed }입니다. 버퍼 크기나 스레드 수를 줄이십시오.
plan-threads = { $host }의 스레드 한도는 { $allowed }개인데, 노드의 스레드 말고도 { $threads }개가 필요합니다. 한도(ulimit -u)를 올리거나 수를 줄이십시오.
plan-local-ports = { $host }의 로컬 포트는 { $available }개인데 스트림마다 하나씩 필요합니다. 스트림 수를 줄이십시오.
plan-segmentation-offload = { $host } 커널에는 UDP 분할 오프로드(UDP_SEGMENT, UDP_GRO)가 없습니다. 계획에 맡기거나 끄고, 다른 방식으로 속도를 유지하십시오.
plan-not-listening = { $host }에서 대기하고 있지 않아 { $from }에서 스트림을 열 수 없습니다. { $host }에서 열게 하거나 그곳에서 “pairperf serve”를 실행하십시오.
plan-way-closed = { $from }에서 { $host }의 포트 { $port }로 가는 { $protocol }: { $state }. 여는 방법은 시작 페이지에 있습니다.
# What was found at the end of a way between two machines.
way-open = 열림
way-tcp-only = TCP만 열림
way-refused = 거부됨
way-filtered = 응답 없음
way-not-the-peer = 다른 프로그램이 응답함
way-wrong-family = 쓸 주소 없음
way-not-listening = 대기하지 않음
way-closed = 닫힘
way-unknown = 확인하지 않음
remedy-docker = Docker: 포트 게시
remedy-aws = Amazon EC2 보안 그룹
remedy-azure = Azure 네트워크 보안 그룹
remedy-gcp = Google Cloud 방화벽
remedy-ufw = ufw (Ubuntu)
remedy-firewalld = firewalld (Fedora, RHEL)
remedy-nftables = nftables
remedy-windows = Windows 방화벽

## A run

run = 테스트
run-not-found = 여기에 없는 테스트입니다
run-not-found-why = 삭제되었거나 다른 머신의 테스트일 수 있습니다. 테스트는 그것을 실행한 두 머신에만 보관됩니다.
run-not-loaded = 테스트를 불러오지 못했습니다
run-title = { $rate }, { $state }
# The heading of a run that goes on.
run-what = { $from } → { $to }, { $protocol }, 스트림 { $streams }개, { $duration }
run-over = 테스트가 끝났습니다. 보고서를 가져오고 있습니다.
phases = 테스트 단계
phase-check = 점검
phase-prepare = 준비
phase-warm-up = 워밍업
phase-measure = 측정
phase-cool-down = 쿨다운
phase-collect = 수집
phase-left = { $phase }, { $seconds } s 남음
phase-of = ({ $passed } / { $whole })
opening = 스트림 여는 중, { $of }개 중 { $up }개 열림
state-check = 점검 중
state-prepare = 스트림 여는 중
state-warm-up = 워밍업 중
state-measure = 측정 중
state-cool-down = 쿨다운 중
state-collect = 수집 중
state-done = 완료
state-failed = 실패
state-cancelled = 중지됨
state-interrupted = 중단됨
stop = 중지하고 보관
stopping = 중지하는 중…
trouble-stopping = 중지하고 있습니다. 지금까지 집계한 값은 보관됩니다.
trouble-link = 두 머신 사이의 연결이 끊겼습니다. 테스트는 계속되며, 다시 연결을 시도하고 있습니다.
trouble-stalled = { $from }에서 보내고 있지만, 2초 동안 { $to }에 아무것도 도착하지 않았습니다.
trouble-stalled-sender = 2초 동안 { $from }에서 아무것도 나가지 않았습니다.
# The other machine gives no sign of life; the run ends when the time is over.
trouble-peer =
    { $seconds ->
        [0] 두 머신 사이의 연결이 끊겨 아무것도 흐르지 않습니다. 곧 테스트를 포기합니다.
       *[other] 두 머신 사이의 연결이 끊겨 아무것도 흐르지 않습니다. { $seconds }초 뒤에 테스트를 포기합니다.
    }
pause-drawing = 그리기 일시 중지
paused = 그리기를 일시 중지했으며, 테스트는 계속됩니다. 차트와 스트림은 일시 중지한 순간의 것입니다.
wire-live = { $from }에서 { $to } 방향으로 흐르는 트래픽
wire-done = { $from }에서 { $to } 방향으로 전송된 페이로드
arriving = 지금 { $to }의 수신 처리량
arriving-last = { $to }의 마지막 수신 처리량
sends = 송신
receives = 수신
trio-mean = 평균
trio-min = 최저
trio-max = 최고
trio-deviation = 표준편차
trio-offered = 송신
trio-lost = 손실
trio-jitter = 지터
left-host = { $host }에서 나감
reached-host = { $host }에 도착
round-trip-both = 왕복 시간: 부하 시 { $now }, 유휴 시 서버 간 { $idle }
round-trip-now = 왕복 시간 { $now }
round-trip-idle = 왕복 시간 { $idle }, 유휴 시
scale-lanes = 실제 비율: 벽에서 벽까지가 느린 쪽 네트워크 카드 속도 { $speed }, 줄 하나가 스트림 하나입니다.
scale-band = 실제 비율: 벽에서 벽까지가 느린 쪽 네트워크 카드 속도 { $speed }, 띠가 모든 스트림입니다.
scale-unknown = 줄 하나가 스트림 하나이며, 빠를수록 굵습니다. 링크가 감당할 수 있는 속도는 알 수 없습니다.
scale-unknown-band = 띠가 모든 스트림입니다. 링크가 감당할 수 있는 속도는 알 수 없습니다.
machine-label = { $host }의 코어 { $cores }개, 가장 바쁜 코어 { $busiest }
cpu-all = 코어 { $cores }개의 { $percent }
cpu-busiest = 최고 { $percent } (코어 { $core })
over-time = 시간별 추이
# Charts: -what says what the figures are, -label is the whole chart in a sentence.
chart-rate-what = 페이로드
chart-rate-label = { $from }에서 { $to } 방향의 시간별 처리량, 수신 평균 { $mean }. 수치는 아래 표에 있습니다.
chart-busy = CPU 사용률
chart-busy-what = 머신별
chart-busy-label = { $from }, { $to } 두 머신의 CPU 사용률. 수치는 아래 표에 있습니다.
chart-resent = 재전송
chart-resent-what = 구간별 세그먼트 수
chart-resent-label = { $from }에서 재전송한 세그먼트 수. 수치는 아래 표에 있습니다.
chart-round-trip = 왕복 시간
chart-round-trip-what = 부하 시, 스트림의 중앙값
chart-round-trip-label = { $from }에서 본 부하 시 왕복 시간. 수치는 아래 표에 있습니다.
chart-lost = 손실
chart-lost-what = 구간별 데이터그램 비율
chart-lost-label = { $to }에 도착하지 않은 데이터그램의 비율. 수치는 아래 표에 있습니다.
chart-jitter = 지터
chart-jitter-what = 그 시점의 값, 스트림 평균
chart-jitter-label = 데이터그램이 { $to }에 얼마나 고르지 않게 도착했는지. 수치는 아래 표에 있습니다.
chart-column = { $line }, { $unit }
chart-column-count = { $line }
# Names at the ends of lines; the figure is put behind them.
line-sender-busy = { $from }
line-receiver-busy = { $to }
line-sender-busiest = { $from }, 코어 { $sender_core }
line-receiver-busiest = { $to }, 코어 { $receiver_core }
line-resent = { $from }에서
line-round-trip = 중앙값
line-lost = 손실
line-jitter = 평균
strip = 스트림별 추이
strip-what = 한 줄이 스트림 하나, 가장 느린 것이 맨 위
strip-label = 스트림 { $streams }개의 시간별 처리량, { $to }에서 집계. 수치는 스트림 표에 있습니다.
strip-stopped = 멈춤
chart-rate = 처리량
chart-sent = { $host }에서 송신
chart-received = { $host }에서 수신
chart-slider = 차트에서 읽을 시점
chart-how = 차트를 가리키거나 아래 슬라이더를 움직이면 값을 읽을 수 있습니다.
chart-reading = { $time } s: 송신 { $sent }, 수신 { $received } { $unit }
chart-table = 이 차트의 수치
chart-time = 구간 끝, s
chart-ceiling = 네트워크 카드 속도 { $speed }
line-sent = 송신
line-received = 수신
events = 이벤트
files = 파일
file-json = JSON
file-jsonl = JSON Lines
file-csv-receiver = CSV, 수신 측
file-csv-sender = CSV, 송신 측
file-text = 텍스트
findings = 진단
findings-none = 측정값을 제한하거나 방해하는 것은 보이지 않았습니다.
advice = { $advice }

## A run that goes on: streams and machines at the moment

# A time on the axis of a run, in figures.
at-seconds = { $seconds } s
# At the crosshair of the CPU chart: the busiest core at that time.
read-core = 코어 { $core }
strip-left-out = 가장 느린 스트림과 가장 빠른 스트림 사이의 { $count }개는 생략했습니다.
streams-all = 스트림 { $count }개 전체
streams-how = 측정을 시작한 뒤 { $to }에서 집계한 값입니다. 막대의 눈금은 균등한 비중을 나타냅니다. 열 제목을 선택하면 그 열로 정렬됩니다.
streams-show-all = 스트림 { $count }개 모두 보기
# Headings of the table of streams.
stream-number = 스트림
stream-mean = 평균
stream-now = 현재
stream-lowest = 최저
stream-share = 비중
stream-resent = 재전송
stream-round-trip = 왕복 시간
# Rows of the table of both machines at the moment.
machines-now = 머신의 현재 상태
now-cpu = CPU, 모든 코어
now-busiest = 가장 바쁜 코어
# A share of a core, and which core it is.
now-core = { $percent } (코어 { $core })
now-softirq = 그중 소프트 인터럽트
now-steal = 하이퍼바이저 점유(steal)
now-socket = 할당된 소켓 버퍼
now-control = 혼잡 제어
now-bytes = 지금까지의 페이로드

## The report

report = 보고서
headline-rate = { $from }에서 { $to } 방향으로 TCP 스트림 { $streams }개({ $control })를 통해 { $rate } 속도로 전송합니다.
# $share is what the rate is of the slower card's speed, in percent.
headline-rate-share = { $from }에서 { $to } 방향으로 TCP 스트림 { $streams }개({ $control })를 통해 { $rate } 속도로 전송합니다. 느린 쪽 네트워크 카드 속도의 { $share }입니다.
headline-none = { $from }에서 { $to } 방향으로 측정된 것이 없습니다.
headline-udp = { $from }에서 UDP 스트림 { $streams }개로 보내는 { $offered } 중 { $to }에 { $rate }가 도착합니다. 손실 { $lost }, 지터 { $jitter }.
lead-short = { $asked } 중 { $seconds }만 측정했습니다.
lead-one-machine = 양쪽이 같은 머신에서 실행됩니다. 이 값에는 네트워크가 들어 있지 않습니다.
lead-steady = { $seconds } 내내 유지되었습니다. 샘플 10개 중 9개는 { $low }에서 { $high } 사이입니다.
lead-varied = { $seconds } 동안 변동이 있었습니다. 샘플 10개 중 9개는 { $low }에서 { $high } 사이입니다.
outcome-failed = 테스트가 실패했습니다: { $reason }. 그때까지 집계한 값은 보관됩니다.
outcome-cancelled = 테스트를 중지했습니다: { $reason }. 그때까지 집계한 값은 보관됩니다.
outcome-interrupted = 테스트가 중단되었습니다: { $reason }. 그때까지 집계한 값은 보관됩니다.
figure-what = { $seconds } 동안의 평균, { $to }에서 집계
over-time-note = 음영 처리된 구간의 페이로드는 집계하지 않습니다. 값은 평활화하지 않았습니다.
not-alike = 서로 다름
severity-info = 참고
severity-warning = 제한 또는 방해
severity-bad = 요청과 다름
section-ends = 양쪽 비교
section-streams = 스트림별
section-conditions = 요청값과 적용값
section-machines = 머신
role-receiver = { $host }, 수신
role-sender = { $host }, 송신
column-asked = 요청값
open-plan = pairperf에서 결정
open-kernel = 커널에서 결정
word-on = 켜짐
word-off = 꺼짐
direction-to-peer-of = { $from } → { $to }
direction-from-peer-of = { $from } → { $to }, { $to }에서 시작
row-rate = 처리량
row-bytes = 측정 중 페이로드
row-measured = 측정 시간
row-lifetime = 전체 페이로드
row-min = 최저 샘플
row-p5 = 5백분위수
row-median = 중앙값
row-p95 = 95백분위수
row-max = 최고 샘플
row-deviation = 표준편차
row-operations = 호출 수
row-retransmits = 재전송 세그먼트 수
row-resent = 재전송 비율
row-round-trip-median = 부하 시 왕복 시간, 중앙값
row-round-trip-p99 = 부하 시 왕복 시간, 99백분위수
row-cpu = 머신의 CPU, 모든 코어
row-busiest-core = 가장 바쁜 코어
row-cpu-per-gib = GiB당 CPU 시간
row-udp-per-second = 초당 데이터그램
section-datagrams = 데이터그램과 손실 위치
column-while-measuring = 측정 중
column-whole-run = 테스트 전체
# Two directions: the sentences of both, one after the other.
headline-both = { $first } 동시에: { $second }
headline-in-turn = { $first } 그다음: { $second }
# $waiting says how the ends wait for what comes.
headline-exchange = { $from }에서 { $to }에 { $protocol }로 요청하여 응답 { $rate } (스트림 { $streams }개), 절반은 { $median } 이내, 99 %는 { $tail } 이내: { $waiting }.
headline-connections = { $from }에서 { $to }에 연결하여 응답 { $rate }, 응답마다 새 { $protocol } 연결 (스트림 { $streams }개), 절반은 { $median } 이내, 99 %는 { $tail } 이내: { $waiting }.
exchange-waiting = 양쪽이 대기
exchange-spinning = 양쪽이 코어 하나씩으로 계속 확인
# $what is a sentence about one direction.
lead-of = { $from } → { $to }: { $what }
lead-discard = 수신 측 복사 생략: 커널이 데이터를 버렸으므로 프로그램이 얻는 값보다 높을 수 있습니다.
lead-zero-copy = 복사 없이 보냈습니다(MSG_ZEROCOPY).
lead-zeros = 데이터가 0이었습니다. 도중의 압축이 이 값에 들어 있습니다.
figure-what-both = { $seconds } 동안의 평균, 양방향 합계: { $from }, { $to }
figure-what-in-turn = 한 방향씩 차례로: { $from }, { $to }
figure-what-exchange = { $from }이(가) 받은 응답, { $seconds } 동안의 평균, { $waiting }
figure-what-connections = { $from }의 연결, { $seconds } 동안의 평균, { $waiting }
trio-rate = 데이터
role-asks = { $host }, 요청
role-answers = { $host }, 응답
direction-both-of = { $from } ↔ { $to }, 동시에
direction-each-in-turn-of = { $from } → { $to }, 그다음 반대로
column-while-measuring-of = { $from } → { $to }, 측정 중
column-whole-run-of = { $from } → { $to }, 테스트 전체
row-stream-of = 스트림 { $number }, { $from } → { $to }
# $setting is the name of a setting.
row-own = { $setting }, 한쪽만
section-exchange = 응답 시간
exchange-note = 측정 방식: { $waiting }. 요청을 보내기 전부터 응답 전체를 받을 때까지의 시간이며, 백분위수의 오차는 최대 0.8 %입니다.
exchange-chart-label = 아래 시간보다 오래 걸리지 않은 응답의 비율, 로그 축. 백분위수는 표에 있습니다.
row-exchange-often = 응답
row-exchange-connections = 연결
row-exchange-answered = 전체 응답
row-exchange-lost = 응답 없는 요청
row-exchange-lost-percent = 응답 없는 비율
row-exchange-mean = 평균
row-exchange-p50 = 절반의 최대
row-exchange-p90 = 90 %의 최대
row-exchange-p99 = 99 %의 최대
row-exchange-p999 = 99.9 %의 최대
row-exchange-longest = 가장 긴 시간
row-exchange-out-of-range = 구분할 수 없을 만큼 긴 응답
both-chart = 양방향
both-chart-label = 각 머신에 도착한 데이터, 양방향을 한 축에 표시. 수치는 양쪽 비교 표에 있습니다.
row-udp-sent = 송신
row-udp-received = 수신
row-udp-lost = 손실
row-udp-lost-percent = 손실 비율
row-udp-never-sent = 손실: 송신 큐가 가득 차 보내지 못함
row-udp-at-socket = 손실: 수신 소켓에서
row-udp-at-host = 손실: 수신 머신 안, 소켓 이전
row-udp-on-network = 손실: 네트워크에서
row-udp-duplicates = 두 번 이상 수신
row-udp-reordered = 순서가 바뀌어 수신
row-udp-late = 너무 늦어 중복과 구별할 수 없음, 손실로 집계
row-udp-out-of-run = 테스트 소켓에 왔지만 이 테스트의 것이 아님
row-udp-icmp = 네트워크에서 돌아온 오류
row-udp-jitter = 지터(RFC 3550)
# 한계만 알려진 손실 부분.
udp-up-to = 최대 { $count }
udp-at-least = 최소 { $count }
udp-not-separable = 네트워크 손실과 구분할 수 없음
udp-not-separable-network = 소켓 손실과 구분할 수 없음
udp-note-joined = 수신 커널이 데이터그램을 합쳤고(GRO) 버린 것을 데이터그램이 아니라 버퍼 단위로 셉니다. 그래서 손실 { $lost }개 중 소켓에서 잃은 것을 네트워크에서 잃은 것과 구분할 수 없습니다. “최소”는 버려진 버퍼가 모두 가득 차 있었다고 볼 때 남는 수입니다.
udp-note-not-separable = 수신 커널이 데이터그램을 합쳤고(GRO) 버린 것을 데이터그램이 아니라 버퍼 단위로 셉니다. 그래서 손실 { $lost }개 중 소켓에서 잃은 것을 네트워크에서 잃은 것과 구분할 수 없습니다.
udp-note-host = 수신 머신은 이 테스트만이 아니라 모든 트래픽에서 버린 것을 셉니다. 그래서 손실 { $lost }개 중 최대 그만큼은 그 머신이, 최소 그 나머지는 네트워크가 버린 것입니다.
ends-differ-sent = 측정 중 나간 양이 도착한 양보다 { $bytes } 많습니다. 측정이 시작되고 끝난 순간에 이동 중이거나 버퍼에 있던 페이로드입니다.
ends-differ-received = 측정 중 도착한 양이 나간 양보다 { $bytes } 많습니다. 측정이 시작되고 끝난 순간에 이동 중이거나 버퍼에 있던 페이로드입니다.
# $fairness is Jain's index, 1 when all streams have the same share.
streams-fairness = 스트림 { $count }개의 공정성은 { $fairness }입니다(Jain 지수, 최대 1).
row-stream = 스트림 { $number }
column-mean = 평균
column-share = 비중
column-lowest = 최저
column-highest = 최고
column-retransmits = 재전송
column-rtt = 종료 시 왕복 시간
column-window = 종료 시 윈도우
column-lost = 손실
column-jitter = 지터
column-reordered = 순서 바뀜
# 두 머신 사이의 경로.
section-ways = 두 머신 사이의 경로
ways-from-to = { $from } → { $to }
column-protocol = 프로토콜
column-family = 주소 체계
column-address = 주소
column-port = 포트
column-found = 결과
column-round-trip = 왕복 시간
column-path-mtu = 경로 MTU, 바이트
ways-not-listening = { $host }에서 대기하고 있지 않아 { $from }에서 그쪽으로는 시도할 수 없었습니다. 이때 스트림은 { $host }에서 엽니다.
ways-translated = { $host }에는 { $outside }(으)로 도달하지만 그 머신 자신은 { $inside }(으)로 봅니다. 도중에 주소가 바뀝니다.
ways-translated-container = { $host }은(는) 컨테이너입니다. { $outside }(으)로 도달하지만 자신은 { $inside }(으)로 보며, 모든 패킷의 주소가 도중에 바뀝니다.
ways-remedy = 여는 방법
ways-again = 다시 확인
ways-looking = 경로 확인 중…
ways-unknown = 아직 경로를 확인하지 않았습니다.
only-checked = { $name }에서 두 머신 사이의 경로만 확인했습니다. 코드는 사용되었으므로 다른 머신에는 새 코드가 필요합니다.
row-direction = 방향
row-protocol = 프로토콜
row-streams = 스트림
row-control = 혼잡 제어
row-loop = 스레드
loop-blocking =
    { $threads ->
        [1] 스레드 1개, 블로킹
       *[other] 스레드 { $threads }개, 스트림당 하나
    }
loop-epoll = 스레드 { $threads }개, epoll 방식
loop-batch = 스레드 { $threads }개, 호출당 여러 데이터그램
loop-exchange = 스레드 { $threads }개, 한 번에 요청 하나씩
row-warm-up = 워밍업
row-duration = 측정 시간
row-cool-down = 쿨다운
row-buffer = 호출당 바이트
row-send-buffer = 시작 시 송신 소켓 버퍼
row-receive-buffer = 시작 시 수신 소켓 버퍼
row-no-delay = 지연 없이 전송(TCP_NODELAY)
row-mss = 세그먼트 크기(MSS), 바이트
row-udp-rate = 송신 페이로드 속도
row-udp-datagram = 데이터그램, 페이로드 바이트
row-udp-path-mtu = 경로 MTU, 바이트
row-udp-fragment = 통째로만 보냄(DF)
row-udp-pace = 송신 간격
row-udp-pace-variation = 밀리초 단위 간격의 고르지 않음
row-udp-segmentation = 세그먼테이션 오프로드(GSO, GRO)
row-udp-ports = 포트
open-path = 경로가 통째로 받는 최대 크기
open-unlimited = 제한 없음
row-address = 주소
row-round-trip = 유휴 시 왕복 시간
row-offset-error = 시계 오차, 최대
row-run = 테스트
row-host = 이름
row-system = 시스템
row-kernel = 커널
row-cpu-model = 프로세서
row-cpu-count = 코어
row-memory = 메모리
row-card = 가장 빠른 네트워크 카드(NIC)
row-driver = 네트워크 카드 드라이버
row-speed = 네트워크 카드 속도
row-mtu = 네트워크 카드 MTU, 바이트
row-send-buffer-max = 최대 송신 버퍼(wmem_max)
row-receive-buffer-max = 최대 수신 버퍼(rmem_max)
row-version = pairperf
# NTttcp's table, and the counters of the systems.
section-ntttcp = NTttcp의 표
ntttcp-note = NTttcp와 같은 방식으로 계산하되 이 보고서의 단위로 표시합니다. Linux에서 DPC에 해당하는 것은 softirq입니다. 패킷, 재전송, 오류는 네트워크 네임스페이스의 모든 프로그램을 합한 값이고 인터럽트, DPC, CPU는 머신 전체의 값입니다. Linux는 받은 패킷을 합친 뒤에(GRO) 세므로 패킷 하나에 담긴 페이로드가 더 큽니다.
section-counters = 시스템이 센 값
counters-note = 측정하는 동안 증가한 커널 카운터이며 이 테스트와 그 밖의 모든 것을 포함합니다. 첫 단어가 출처입니다. softirq, softnet, interrupts, ethtool은 머신 전체, cgroup은 컨테이너, 나머지는 네트워크 네임스페이스의 값입니다.
row-counter = { $name }
row-nt-frame = 패킷당 페이로드, 평균
row-nt-completion = 호출당 페이로드, 평균
row-nt-buffers = 버퍼
row-nt-cycles = 바이트당 CPU 사이클
row-nt-dpcs = DPC(softirq)
row-nt-packets-dpc = 네트워크 DPC당 받은 패킷
row-nt-interrupts = 인터럽트
row-nt-packets-interrupt = 인터럽트당 받은 패킷
row-nt-packets-sent = 보낸 패킷, 모든 프로그램
row-nt-packets-received = 받은 패킷, 모든 프로그램
row-nt-retransmits = 재전송한 세그먼트, 모든 프로그램
row-nt-errors = 오류, 모든 프로그램
row-cpu-user = CPU: 프로그램
row-cpu-system = CPU: 커널
row-cpu-softirq = CPU: 받은 패킷 처리(softirq)
row-cpu-steal = CPU: 다른 가상 머신이 가져감(steal)
row-carrier = 테스트가 지나간 인터페이스
row-foreign = 그 인터페이스에서 이 테스트가 아닌 것, 최소

## Events

event-phase =
    { $phase ->
        [check] 계획 점검 시작
        [prepare] 스트림 열기 시작
        [warm_up] 워밍업 시작
        [measure] 측정 시작
        [cool_down] 쿨다운 시작
        [collect] 수집 시작
       *[other] { $phase } 시작
    }
event-queued = { $owner }의 테스트가 끝나기를 기다리는 중, 대기 순번 { $position }
event-started = 페이로드가 흐르기 시작함
event-ended =
    { $state ->
        [done] 테스트가 계획대로 끝남
        [failed] 테스트 실패
        [cancelled] 테스트 중지됨
        [interrupted] 테스트 중단됨
       *[other] 테스트 종료: { $state }
    }
event-cancel-asked = 중지 요청: { $by }
event-link-lost = 두 머신 사이의 연결 끊김
event-link-back = 두 머신 사이의 연결 복구
event-peer-lost = { $host }의 응답이 끊김
event-stream-failed = 스트림 실패: { $reason }
event-stream-ended = 스트림 { $stream } 조기 종료

report-origin = 테스트 { $id }, { $started }
report-origin-label = 테스트 { $id }, { $started }, { $label }

## Findings

finding-same-machine = 양쪽이 한 머신에서 실행되었습니다. 측정값에 네트워크 카드나 케이블은 반영되지 않았습니다.
finding-not-kept = 기록을 디스크에 쓰지 못했습니다: { $reason }
finding-core-full =
    { $role ->
        [sender] 송신 측 { $host }의 코어 하나가 포화 상태였습니다: { $busiest_core_percent } %.
       *[other] 수신 측 { $host }의 코어 하나가 포화 상태였습니다: { $busiest_core_percent } %.
    }
finding-resent = { $host }에서 세그먼트 { $retransmits }개를 재전송했습니다. 보낸 세그먼트의 { $percent } %입니다.
finding-measure-length = { $host }의 측정 시간은 { $asked_seconds } s가 아니라 { $measured_seconds } s였습니다.
finding-socket-buffer-clamped =
    { $field ->
        [send_socket_buffer_bytes] { $host }에 송신 소켓 버퍼 { $asked_bytes }를 요청했지만 { $granted_bytes }가 할당되었습니다.
       *[other] { $host }에 수신 소켓 버퍼 { $asked_bytes }를 요청했지만 { $granted_bytes }가 할당되었습니다.
    }
finding-late-mark = { $host }에서 단계 경계를 { $late_ms } ms 늦게 알아차려 측정값의 정확도가 떨어집니다.
finding-peer-lost = 테스트 중에 { $host } 머신과의 연결이 끊겨 그 측정값이 온전하지 않습니다.
finding-stream-ended-early = 스트림 하나가 예정보다 일찍 끝났습니다.
finding-not-drained = { $host }의 스트림 { $streams }개에 수집 시간이 끝났을 때도 페이로드가 남아 있었습니다.
finding-suspended = 테스트 중에 머신이 일시 중단되었습니다(suspend).
finding-clock-offset-coarse = 두 머신의 시계는 { $offset_error_ms } ms 이내로만 일치하므로 두 선이 서로 어긋나 보일 수 있습니다.
finding-udp-loss =
    { $place ->
        [sender] 측정 중 데이터그램의 { $percent } %({ $lost }개)를 잃었습니다. 대부분 { $host }에서 나가기도 전에 잃었습니다. 송신 큐가 가득 찼습니다.
        [socket] 측정 중 데이터그램의 { $percent } %({ $lost }개)를 잃었습니다. 대부분 { $host }의 수신 소켓에서 잃었습니다. 버퍼가 가득 찼습니다.
        [host] 측정 중 데이터그램의 { $percent } %({ $lost }개)를 잃었습니다. 소켓에 닿기 전에 { $host }에서 대부분 버렸을 수 있습니다. 그 카운터는 모든 트래픽을 셉니다.
        [network] 측정 중 데이터그램의 { $percent } %({ $lost }개)를 잃었습니다. 대부분 { $host }(으)로 가는 네트워크에서 잃었습니다.
        [not_separable] 측정 중 데이터그램의 { $percent } %({ $lost }개)를 { $host }의 수신 소켓 또는 네트워크에서 잃었습니다. 커널이 데이터그램을 합쳐(GRO) 둘을 구분할 수 없습니다.
       *[other] 측정 중 데이터그램의 { $percent } %({ $lost }개)를 잃었습니다. { $host }(으)로 가는 길의 어디서 잃었는지는 알 수 없습니다.
    }
finding-rate-not-reached = { $host }에서 { $asked_bits_per_second }를 요청받았지만 { $bits_per_second }로 보냈습니다.
finding-fragmented = { $datagram_bytes } 데이터그램은 통째로 통과하지 못해 도중에 조각났습니다.
finding-reordered = 데이터그램 { $reordered }개의 순서가 바뀌어 도착했습니다. 도착한 것의 { $percent } %입니다.
finding-receive-buffer-granted = { $host }의 수신 소켓 버퍼는 { $granted_bytes }입니다. 한꺼번에 몰릴 때 필요할 수 있는 { $asked_bytes }에 못 미칩니다.
finding-segmentation-used =
    { $by ->
        [sender] 송신 커널이 데이터그램 최대 { $segments }개짜리 버퍼를 나누어 보냈습니다(GSO). 일반 데이터그램 테스트와 비교하지 마십시오.
        [receiver] 수신 커널이 데이터그램을 최대 { $segments }개까지 합쳤습니다(GRO). 일반 데이터그램 테스트와 비교하지 마십시오.
       *[both] 커널이 데이터그램 최대 { $segments }개짜리 버퍼를 나누고 합쳤습니다(GSO, GRO). 일반 데이터그램 테스트와 비교하지 마십시오.
    }
finding-out-of-run = { $host }의 이 테스트 소켓에 테스트와 무관한 데이터그램 { $datagrams }개가 왔습니다. 어떤 수치에도 들어가지 않습니다.
finding-payload-wrong = 데이터가 도중에 바뀌었습니다. { $host }에서 잘못된 바이트 { $wrong }개를 찾았으며, 처음은 스트림 { $stream }의 바이트 { $place }입니다.
finding-payload-verified = { $host }에서 데이터 { $verified_bytes }를 확인했습니다. 모든 바이트가 보낸 그대로입니다.
finding-zero-copy-copied = { $host }은(는) 복사 없이 보내야 했지만 커널이 송신의 { $percent } %를 그래도 복사했습니다.
finding-quota-not-reached =
    { $unit ->
        [bytes] 시간이 먼저 끝났습니다. { $host }에서 요청한 { $asked }바이트 중 { $done }바이트를 보냈습니다.
       *[operations] 시간이 먼저 끝났습니다. { $host }에서 요청한 작업 { $asked }개 중 { $done }개를 했습니다.
    }
finding-payload-wrong-advice = 카드, 드라이버, 도중의 장비 또는 머신의 메모리가 데이터를 바꿉니다. 체크섬 오프로드를 끄고, 그다음 메모리를 검사하세요.
finding-zero-copy-copied-advice =
    { $machines ->
        [same] 한 머신에서는 이득이 있을 수 없습니다. 머신을 떠나지 않는 것은 커널이 복사해야 합니다.
       *[apart] 카드나 드라이버가 프로그램의 메모리에서 바로 보낼 수 없습니다. 이득이 없으니 복사하여 보내세요.
    }
finding-quota-not-reached-advice = 시간을 더 주거나 더 적게 요청하세요.
finding-address-translated =
    { $container ->
        [yes] { $host } 컨테이너에는 { $outside } 주소로 도달하지만 그 자신의 주소는 { $inside }입니다. 모든 패킷이 도중에 바뀝니다.
       *[no] { $host }에는 { $outside } 주소로 도달하지만 그 자신의 주소는 { $inside }입니다. 도중에 주소가 바뀝니다.
    }
finding-udp-blocked = { $host }의 포트 { $port }에 TCP는 닿지만 UDP는 닿지 않습니다. 그 방향으로는 UDP 테스트를 열 수 없습니다.
finding-cloud-allowance-exceeded =
    { $counter ->
        [bw_in_allowance_exceeded] { $host } 머신이 { $interface } 인터페이스로 클라우드가 이 크기의 머신에 허용하는 것보다 많이 받았습니다. 지연되거나 버려진 패킷: { $packets }.
        [bw_out_allowance_exceeded] { $host } 머신이 { $interface } 인터페이스로 클라우드가 이 크기의 머신에 허용하는 것보다 많이 보냈습니다. 지연되거나 버려진 패킷: { $packets }.
        [pps_allowance_exceeded] { $host } 머신의 { $interface } 인터페이스에서 초당 패킷 수가 클라우드가 이 크기의 머신에 허용하는 것보다 많았습니다. 지연되거나 버려진 패킷: { $packets }.
        [conntrack_allowance_exceeded] { $host } 머신의 { $interface } 인터페이스에서 연결 수가 클라우드가 이 크기의 머신에 대해 추적하는 것보다 많았습니다. 버려진 패킷: { $packets }.
        [linklocal_allowance_exceeded] { $host } 머신이 { $interface } 인터페이스로 클라우드 서비스(이름, 시간, 메타데이터)에 허용된 것보다 자주 요청했습니다. 버려진 패킷: { $packets }.
       *[other] { $host } 머신이 { $interface } 인터페이스에서 클라우드의 한도를 넘었습니다({ $counter }). 지연되거나 버려진 패킷: { $packets }.
    }
finding-foreign-traffic =
    { $role ->
        [sender] 측정하는 동안 { $host } 머신이 { $interface } 인터페이스로 보낸 것 중 최소 { $percent }%는 이 테스트의 것이 아닙니다: { $foreign_bytes }.
       *[other] 측정하는 동안 { $host } 머신이 { $interface } 인터페이스로 받은 것 중 최소 { $percent }%는 이 테스트의 것이 아닙니다: { $foreign_bytes }.
    }
finding-softnet-dropped = { $host } 머신이 큐가 가득 차서 들어오는 패킷을 버렸습니다(softnet): { $packets }.
finding-cpu-throttled = 컨테이너의 CPU 제한 때문에 { $host } 머신이 주기의 { $percent }%에서 멈췄습니다. CPU가 기다린 시간은 모두 { $throttled_seconds }초입니다.
finding-steal-high = 하이퍼바이저가 { $host } 머신의 CPU 시간 중 { $percent }%를 다른 쪽에 주었습니다(steal).
finding-core-saturated = { $host } 머신의 코어 { $core }이(가) 패킷 처리로 가득 찼습니다. 시간의 { $softirq_percent }%가 softirq에 쓰였습니다.
finding-headline-differs-from-kernel = { $host } 머신이 센 페이로드는 { $received_bytes }이며, 커널이 받은 전체 { $kernel_bytes }보다 많습니다.

finding-same-machine-advice = 두 머신 사이의 네트워크를 측정하려면 양쪽을 서로 다른 머신에 두십시오.
finding-core-full-advice = 놀고 있는 코어가 있다면 스트림을 늘려 작업을 나눌 수 있습니다. 코어가 더 빠르면 한계도 높아집니다.
finding-core-full-all-advice = 모든 코어가 이 테스트나 다른 프로그램으로 바빴습니다. 스트림을 늘려도 도움이 되지 않습니다.
finding-late-mark-advice = 머신이 너무 바빠 제때 처리하지 못했거나 잠시 멈췄습니다. 테스트를 더 길게 하면 영향이 줄어듭니다.
finding-peer-lost-advice = 그쪽의 측정값은 연결이 끊긴 시점에서 멈춥니다. 다시 접속할 수 있을 때 테스트를 다시 실행하십시오.
finding-not-kept-advice = 데이터 폴더가 있는 디스크에 공간을 확보하고, 서버가 종료되기 전에 이 기록을 내려받으십시오.
finding-resent-advice = 경로에서 세그먼트가 손실됩니다. 다른 혼잡 제어나 더 적은 스트림과 비교해 보십시오.
finding-socket-buffer-clamped-advice = 그 머신의 net.core.rmem_max와 net.core.wmem_max를 올리십시오.
finding-udp-loss-advice =
    { $place ->
        [sender] 속도를 낮추거나 더 빠른 카드를 쓰십시오. 송신 측 큐가 한계입니다.
        [socket] 더 큰 수신 소켓 버퍼를 요청하고 그 머신의 net.core.rmem_max를 올리거나, 속도를 낮추거나 스트림을 늘리십시오.
        [host] 수신 머신이 따라가지 못했습니다. 속도를 낮추거나 더 많은 스트림으로 나누십시오.
        [not_separable] 세그먼테이션 오프로드를 끄면 다음 테스트에서 소켓 버퍼와 네트워크를 구분할 수 있습니다.
       *[other] 손실이 없어질 때까지 속도를 낮추십시오. 그것이 경로가 나를 수 있는 양입니다.
    }
finding-rate-not-reached-advice = 송신 측이 그 속도를 유지하지 못했습니다. 더 큰 데이터그램, 더 많은 스트림, “긴 묶음으로” 보내는 간격은 프로세서를 덜 씁니다.
finding-fragmented-advice = 조각 하나만 잃어도 데이터그램 전체를 잃으며, 조각을 버리는 방화벽도 많습니다. 크기를 비워 두면 통째로 지나갑니다.
finding-reordered-advice = 경로에 길이가 다른 길이 있거나, 카드가 스트림 하나를 여러 큐에 나눕니다.
finding-receive-buffer-granted-advice = 그 머신의 net.core.rmem_max를 올리십시오.
finding-segmentation-used-advice = 이 기능을 쓴 테스트끼리 비교하거나 세그먼테이션 오프로드를 끄십시오.
finding-udp-blocked-advice = 그 머신의 보안 그룹이나 방화벽에서 UDP도 포트를 허용하십시오. Docker에서는 포트를 게시하십시오: -p { $port }:{ $port }/udp
finding-cloud-allowance-exceeded-advice = 그 한도는 머신의 크기가 정합니다. 더 큰 머신을 쓰거나, 더 적게 요청하거나, 크레딧이 회복된 뒤 다시 테스트하십시오.
finding-foreign-traffic-advice = 같은 시간에 다른 것이 그 카드를 사용했습니다. 그것을 멈추고 다시 테스트하십시오.
finding-softnet-dropped-advice = 그 머신에서 net.core.netdev_max_backlog 값을 올리거나, 들어오는 패킷을 더 많은 코어로 나누십시오(RSS, RPS).
finding-cpu-throttled-advice = 그 컨테이너의 CPU 제한을 올리거나 측정하는 동안 없애십시오.
finding-steal-high-advice = 다른 가상 머신이 같은 프로세서를 사용합니다. 다시 테스트하거나 전용 코어가 있는 머신을 쓰십시오.
finding-core-saturated-advice = 카드의 큐 하나가 그 코어로 들어옵니다. 큐를 늘리거나(RSS), 나누거나(RPS), 스트림을 늘리십시오.

## What is done with a run that is kept, on its report and in the list

share = 공유…
share-hide = 주소, 머신 이름, 레이블, 메모 가리기
share-expires = 링크 유효 기간
expires-1 = 1일
expires-7 = 7일
expires-30 = 30일
expires-365 = 1년
expires-never = 철회할 때까지
share-make = 링크 만들기
share-made = 링크를 만들었습니다.
share-link = 이 테스트의 링크
share-anyone = 링크가 있는 사람은 누구나 로그인 없이 이 테스트를 볼 수 있습니다.
# Beside a link: until when it works, and what it shows.
share-hidden-until = { $time }까지 유효, 이름 가림.
share-hidden-for-ever = 철회할 때까지 유효, 이름 가림.
share-open-until = { $time }까지 유효, 이름 표시.
share-open-for-ever = 철회할 때까지 유효, 이름 표시.
share-run = 해당 테스트
share-withdraw = 철회
share-withdrawn = 링크를 철회했습니다. 링크를 따라가도 아무것도 나오지 않습니다.
shares = 유효한 링크
words = 레이블과 메모
words-keep = 저장
working = 잠시만 기다려 주십시오…
print = 인쇄
delete = 삭제
undo = 되돌리기
run-deleted = 여기에서 삭제했습니다. 상대 머신에는 사본이 그대로 있습니다. 10분 동안은 이력에서 되돌릴 수 있습니다. 이력으로 이동하기까지 { $seconds } s.
run-restored = 테스트를 복원했습니다.
# Below the list of runs; the figures of the runs that are ticked follow, for example “9.41 Gbit/s · 6.87 Gbit/s”.
runs-selected = 테스트 { $count }건 선택됨. { $means }
runs-deleted = 테스트 { $count }건을 삭제했습니다.
clear-selection = 선택 해제
deleted = 최근에 삭제한 테스트
deleted-how = 10분 동안은 되돌릴 수 있습니다.
import = 기록 가져오기
import-hint = pairperf에서 내보낸 JSON 파일입니다. 파일을 선택하거나 여기에 끌어다 놓으십시오.
import-choose = 파일 선택
import-sending = { $name } 읽는 중…
import-failed = 가져오지 못했습니다: { $name }
# Of a file that is no record; $json is what the link to the right one is called.
import-which = 보고서에서 “{ $json }” 링크로 내려받은 파일을 선택하십시오.
import-open = 테스트 열기
# The charts of a report.
zoom = 시간 구간
zoom-in = 확대
zoom-out = 축소
zoom-whole = 테스트 전체
zoom-how = 차트 위를 마우스로 끌면 그 시간 구간을 볼 수 있습니다. +와 − 키로도 바꿀 수 있으며, 0을 누르면 테스트 전체가 표시됩니다.
lines = 차트의 선
picture-svg = SVG로 저장
picture-png = PNG로 저장

## Errors: what they are called. What happened and what to do is said by the server.

error-other = 처리하지 못했습니다
error-no-answer = 이 머신의 서버가 응답하지 않습니다
error-strange-answer = 응답을 이해할 수 없었습니다
error-busy = 이미 테스트가 진행 중입니다
error-peer-busy = 상대 머신이 사용 중입니다
error-bad-address = 주소가 아닙니다
error-bad-code = 참여 코드가 아닙니다
error-unreachable = 상대 머신에 접속할 수 없었습니다
error-not-a-pairperf = 그 주소에서 pairperf가 아닌 것이 응답합니다
error-version-mismatch = 두 머신의 버전이 다릅니다
error-self-pairing = 바로 이 머신입니다
error-not-inviting = 상대 머신에 열려 있는 코드가 없습니다
error-code-refused = 코드가 받아들여지지 않았습니다
error-timed-out = 상대 머신이 제시간에 응답하지 않았습니다
error-connection-lost = 연결이 끊겼습니다
error-protocol-error = 상대 머신이 예상하지 못한 응답을 보냈습니다
error-pairing-ended = 두 머신의 페어링이 해제되었습니다
error-too-many-pairings = 페어링이 너무 많습니다
error-no-pairing = 이 머신들은 페어링되어 있지 않습니다
error-ended = 두 머신의 페어링이 해제되었습니다
error-peer-silent = 상대 머신이 응답하지 않습니다
error-peer-lost = 상대 머신과의 연결이 끊겼습니다
error-not-found = 존재하지 않습니다
error-bad-request = 요청을 읽을 수 없었습니다
error-bad-config = 이 설정으로는 실행할 수 없습니다
error-plan-impossible = 이 두 머신 사이에서는 실행할 수 없습니다
error-way-closed = 상대 머신으로 가는 길이 막혀 있습니다
error-udp-port = UDP 포트를 사용할 수 없습니다
error-limit = 여기에서 허용하는 한도를 넘었습니다
error-not-allowed = 상대 머신이 허용하지 않습니다
error-unauthorized = 로그인되어 있지 않습니다
error-too-many = 한꺼번에 너무 많습니다
error-store = 테스트를 보관하지 못했습니다

## Documents: navigation, history, report, help

nav-history = 이력
nav-help = 도움말
language = 언어
apply = 적용
start-failed = 이 브라우저에서 페이지를 시작할 수 없었습니다. 페이지 없이도 똑같이 할 수 있습니다. 모든 단계가 /api/v1 아래의 JSON 인터페이스와 “pairperf --help”의 명령에 있으며, 방법은 README에 있습니다. 보고서와 이력은 여기에서 볼 수 있습니다.
start-noscript = 페어링하고 테스트를 시작하려면 JavaScript와 WebAssembly가 필요하며, 없다면 “pairperf --help”의 명령을 쓰십시오. 보고서와 이력은 없어도 볼 수 있습니다.
foot-help = 측정값 산출 방법
error-code = 코드:
error-no-run = 없는 테스트입니다
error-no-share = 이 링크로 볼 수 있는 것이 없습니다
run-again = 다시 실행
file-html = HTML
file-html-what = 차트를 포함한 보고서 파일 하나
file-markdown = Markdown
file-markdown-what = 티켓이나 위키용
file-text-what = 터미널이나 메일용
file-json-what = 전체 기록, 다시 가져오기 가능
file-jsonl-what = 한 줄에 객체 하나
file-csv-receiver-what = 수신 측 샘플
file-csv-sender-what = 송신 측 샘플
file-csv-summary = CSV, 측정값
file-csv-summary-what = 양쪽, 한 행씩
file-csv-streams = CSV, 스트림
file-csv-streams-what = 스트림별로, 양쪽 한 행씩
file-svg = SVG
file-svg-what = 그림으로 된 차트
report-imported = 이 기록은 파일에서 가져왔습니다.
report-redacted = 이 보고서에서는 주소와 머신 이름을 가렸습니다.
history-title = { $name }에 보관된 모든 테스트
history-lead = 테스트 { $count }건. 함께 삭제할 테스트를 선택하십시오.
history-empty = 아직 실행한 테스트가 없습니다. 두 머신을 페어링하고 테스트를 시작하면 결과가 여기에 남습니다.
history-begin = 두 머신 페어링
history-filters = 필터
history-search = 레이블 또는 메모
history-host = 머신
history-any = 전체
history-to-peer = 시작한 머신에서 보냄
history-from-peer = 시작한 머신으로 보냄
history-running = 진행 중
history-days = 최근 { $days }일
history-filter = 필터 적용
history-clear = 필터 해제
history-count = 테스트 { $total }건 중 { $shown }건
history-none = 이 필터에 맞는 테스트가 없습니다.
history-pick = 선택
history-what = 머신과 레이블
history-machines = { $from } → { $to }
history-spark = 처리량 추이
history-mean = 평균(수신)
history-imported = 가져옴
history-newer = 더 최근 테스트
history-older = 더 이전 테스트
history-csv = 이 목록을 CSV로
help-title = 도움말
help-lead = 무엇을 측정하는지, 각 측정값을 어떻게 산출하는지, 용어가 무엇을 뜻하는지 설명합니다.
help-steps = 네 단계로 시작하기
help-step-start = 두 머신에서 pairperf를 시작하고, 어느 쪽이든 브라우저로 여십시오.
help-step-pair = 한 머신에서 참여 코드를 확인해 다른 머신에 입력하십시오. 코드를 보여 주는 머신에서 포트 하나만 열려 있으면 됩니다.
help-step-run = 알고 싶은 것을 골라 시작하십시오. 양쪽이 실시간으로 표시되며, 어느 머신에든 로그인한 사람은 누구나 볼 수 있습니다.
help-step-share = 보고서는 두 머신의 이력에 남습니다. 링크로 공유하거나, 내려받거나, 인쇄하십시오.
help-measured = 측정값 산출 방법
measured-rate = 처리량
measured-rate-text = 수신 측 카운터의 두 스냅샷 사이에 도착한 페이로드 바이트 수에 8을 곱해, 그 사이의 실제 시간으로 나눈 값입니다. 헤더는 세지 않으므로 10 Gbit/s 이더넷은 1,500바이트 프레임에서 TCP 페이로드를 최대 9.41 Gbit/s까지 실어 나릅니다.
measured-phases = 단계
measured-phases-text = 스트림을 연 뒤 워밍업, 측정, 쿨다운에 걸쳐 페이로드가 흐릅니다. 측정 단계에 속하는 것만 측정값에 들어가며, 나머지는 차트에서 음영으로 표시됩니다.
measured-ends = 양쪽
measured-ends-text = 양쪽은 각자 집계합니다. 측정 중에는 측정이 시작되고 끝난 순간에 이동 중이거나 버퍼에 있던 양만큼 다를 수 있습니다. 스트림의 전체 수명에서는 보낸 것보다 많이 도착하는 일이 없습니다.
measured-spread = 최저, 중앙값, 최고, 표준편차
measured-spread-text = 초당 10개인 샘플에서 이웃한 샘플 사이의 처리량으로 구합니다. 평활화하거나 빼는 값은 없으며, 보통 구간의 절반보다 짧은 구간은 다음 구간과 합칩니다.
measured-resent = 재전송
measured-resent-text = 송신 측 커널이 재전송으로 세는 세그먼트 수(tcpi_total_retrans)이며, 페이로드가 채우는 온전한 세그먼트 수에 대한 비율로 나타냅니다.
measured-lost = 손실, 중복, 순서
measured-lost-text = 모든 데이터그램에는 번호가 있습니다. 도착하지 않은 번호가 손실이며, 송신 측 큐에서 거부된 것도 포함합니다. 이미 온 데이터그램은 한 번만 세고, 더 큰 번호 뒤에 온 것은 순서가 바뀐 것입니다(RFC 4737).
measured-places = 데이터그램을 잃은 곳
measured-places-text = 테스트 전체에서 번호를 받은 것에서 수신한 것을 뺍니다. 보내지 못한 것은 송신 커널이 거부한 것입니다(ENOBUFS). 소켓에서 잃은 것은 수신 커널이 이 테스트의 소켓에서만 버린 것입니다(SO_MEMINFO). 머신 안의 손실은 카운터가 모든 트래픽을 세므로 “최대”로 적고, 나머지는 네트워크에서 잃은 것이므로 “최소”로 적습니다. 커널이 데이터그램을 합치면(GRO) 데이터그램이 아니라 버퍼를 세므로 소켓과 네트워크를 구분할 수 없습니다.
measured-jitter = 지터
measured-jitter-text = 수신 측의 데이터그램 간격이 송신 측 간격과 얼마나 다른지를 RFC 3550에 따라 평활한 값이며, 샘플과 스트림의 평균입니다. 시계가 맞을 필요는 없습니다.
measured-pace = 간격의 고르지 않음
measured-pace-text = 밀리초마다 송신 커널이 받아들인 데이터그램 수의 표준 편차를 평균에 대한 백분율로 나타냅니다. 밀리초당 다섯 개 미만이면 표시하지 않습니다.
measured-round-trip = 왕복 시간(RTT)
measured-round-trip-text = 유휴 시: 페이로드가 흐르기 전에 두 서버 사이의 연결로 보낸 핑 12번 가운데 가장 짧은 값입니다. 부하 시: 송신 측 커널의 평활 값(tcpi_rtt)이며, 모든 스트림의 중앙값입니다.
measured-cpu = CPU
measured-cpu-text = /proc/stat에서 얻은 머신 전체의 사용 시간으로, 다른 프로그램도 포함됩니다. 모든 코어가 포화되기 훨씬 전에 코어 하나의 포화만으로도 테스트가 제한되므로 가장 바쁜 코어를 함께 표시합니다.
measured-streams = 스트림과 공정성
measured-streams-text = 스트림은 각각 따로 집계합니다. 공정성은 Jain 지수로, 모든 스트림의 비중이 같으면 1이고 하나가 전부 차지하면 0에 가깝습니다.
measured-clocks = 시계
measured-clocks-text = 양쪽 모두 테스트를 시작한 머신(코디네이터)의 시간으로 그립니다. 오프셋은 왕복 시간이 가장 짧은 핑에서 구합니다. 오차는 그 왕복 시간의 절반을 넘지 않으며, 측정 조건에 표시됩니다.
help-open = 열어야 하는 포트
help-open-text = 참여 코드를 보여 주는 머신의 포트 하나입니다. TCP로, UDP 테스트에는 UDP로도 열려 있어야 합니다. 어느 쪽이 보내든 모든 스트림은 상대 머신이 엽니다.
help-words = 용어
word-node = 노드
word-node-text = 실행 중인 pairperf 서버 하나.
word-join-code = 참여 코드
word-join-code-text = 두 노드를 10분 안에 한 번 페어링하는 문자 8개.
word-pairing = 페어링
word-pairing-text = 서로 참여 코드를 검증한 두 노드와 그 사이의 암호화된 연결.
word-run = 테스트
word-run-text = 계획 점검부터 기록까지 이어지는 측정 한 번.
word-stream = 스트림
word-stream-text = 테스트 페이로드를 나르는 TCP 연결 하나 또는 UDP 데이터그램 흐름 하나.
word-warm-up = 워밍업
word-warm-up-text = 혼잡 윈도우가 커지도록 측정 전에 흘리는 페이로드.
word-cool-down = 쿨다운
word-cool-down-text = 측정 중에 끝나는 스트림이 없도록 측정 후에 흘리는 페이로드.
word-congestion-control = 혼잡 제어
word-congestion-control-text = TCP 전송 속도를 커널이 정하는 방식. 예: cubic, bbr. 결과가 달라지므로 모든 결과의 첫머리에 함께 표시합니다.
word-finding = 진단
word-finding-text = 테스트를 제한하거나 방해한 것과 그것을 보여 주는 수치.
word-record = 기록
word-record-text = 양쪽에서 요청, 계획, 할당, 집계한 모든 것. 보고서와 파일은 모두 여기서 만들어집니다.
help-about = 정보
help-licence = MIT 또는 Apache-2.0을 따르는 자유 소프트웨어입니다.
