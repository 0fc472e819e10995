# French. Arguments are names and figures made ready to be read; units are never translated.
# Sections: frame, pairing, run form, run, report, events, findings, errors.
# A name is any word: no article, elision or agreement may lean on it (never “de” before a name).

## The frame around every page

skip = Aller au contenu
brand = pairperf, page d’accueil
brand-left = pair
brand-right = perf
title = { $page } – pairperf
nav = Navigation principale
nav-machines = Les machines
nav-new = Nouveau test
nav-running = Test en cours
mast-alone = cette machine { $name }, non appairée
mast-paired = cette machine { $name }, appairée avec { $peer }
mast-link-down = cette machine { $name }, sans contact avec { $peer }
display = Affichage
theme = Thème
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
loading = Chargement
lost = Le serveur de cette machine ne répond pas. L’affichage n’est peut-être plus à jour.
lost-retry = Nouvel essai dans { $seconds } s.
retry-now = Réessayer maintenant
updated = Le serveur de cette machine a été mis à jour depuis l’ouverture de cette page.
reload = Recharger
try-again = Réessayer
foot = pairperf { $version } sur { $name }, { $address }
foot-api = API
copy = Copier
copied = Copié
copy-failed = À copier à la main

## The login page

login-title = Se connecter
login-lead = Cette page est réservée à la personne qui exploite ce pairperf.
login-label = Jeton
login-hint = Le serveur l’a affiché à son démarrage, sur la ligne « log in at », après le « # » ; il se trouve aussi dans le fichier « token » de son dossier de données.
login-button = Se connecter
login-failed = Ce jeton n’est pas le bon.

## Pairing

home-alone = Deux machines, une liaison. Appairez-les pour voir ce qu’elle transporte.
home-failed = Impossible d’interroger le serveur de cette machine
this-machine = cette machine
other-machine = l’autre machine
wire-alone = { $name } et une seconde machine, pas encore appairée
wire-paired = { $here } et { $there }, machines appairées
nothing-joined = Aucune machine appairée. En attente de l’autre machine.
code-read = Communiquez ce code à la personne devant l’autre machine
code-spoken = Code d’appairage : { $code }
code-valid = Valable encore
code-works = Utilisable
code-once = une fois
code-tries = Essais restants
code-making = Création d’un code…
code-ended = Aucun code actif
code-new = Nouveau code
time-minutes = { $minutes } min { $seconds } s
time-seconds = { $seconds } s
ways = Faire venir l’autre machine ici
way-browser = Elle a un navigateur
way-browser-how = Ouvrez-y pairperf et saisissez cette adresse et ce code sous « J’ai un code », ou suivez le lien.
way-paste = Vous pouvez coller
way-paste-how = Adresse et code en une seule chaîne, à coller dans le champ de sa page.
way-terminal = Elle n’a qu’un terminal
way-terminal-how = Exécutez-y l’une de ces commandes. La première appaire un serveur en marche, la seconde en démarre un.
qr = Code QR du lien d’appairage
copy-link = Copier le lien
copy-ticket = l’adresse et le code
copy-join = la commande pour un serveur en marche
copy-serve = la commande qui démarre un serveur
other-addresses = Adresse injoignable de là-bas ? Cette machine a aussi { $addresses }.
open-port = Seul le port indiqué dans l’adresse doit être ouvert ici : en TCP, et aussi en UDP pour mesurer l’UDP.
have-code = J’ai un code
prefilled = Un lien vers { $address } vous a conduit ici. Rien ne se passe tant que vous n’avez pas choisi « Appairer ».
join-code = Code, chaîne ou lien de l’autre machine
join-code-hint = Avec l’adresse : 10.0.0.4:7575/7K3F-Q9RN. Espaces, tirets et minuscules sont acceptés ; O compte pour 0, I et L pour 1.
join-address = Adresse de l’autre machine
join-address-hint = Telle que sa page l’affiche, par exemple 10.0.0.4:7575. Sans port, 7575.
address-missing = Il manque l’adresse.
join = Appairer
joining = Appairage…
code-good = Le code est complet.
code-length = Un code compte 8 symboles, celui-ci en a { $count }.
code-symbol = « { $symbol } » ne figure jamais dans un code.
code-check = Un symbole est faux. Vérifiez la saisie.
code-missing = Saisissez ou collez d’abord un code.
code-begun =
    { $count ->
        [one] Le code compte 8 symboles, { $count } saisi pour l’instant.
       *[other] Le code compte 8 symboles, { $count } saisis pour l’instant.
    }
attempt-now = Appairage avec { $address }
attempt-failed = L’appairage avec { $address } a échoué
step-reach = Joindre la machine
step-versions = Parler la même version
step-verify = Prouver le code de part et d’autre
step-introduce = Présenter les machines
step-done = réussi
step-now = en cours
step-failed = échec ici
step-next = à venir
parted = L’appairage avec { $name } est rompu. Appairez de nouveau, avec un nouveau code.
join-link-where = Quelle machine est à l’autre bout ?
join-link-how = Ce lien vient de la machine { $here }. Indiquez l’adresse de la page de l’autre machine : elle s’ouvrira avec le code déjà saisi.
join-link-broken = Ce lien ne contient pas de code d’appairage
join-link-broken-why = Il a peut-être été tronqué. Redemandez-le, ou saisissez le code sur la page de l’autre machine.
other-page = Adresse de la page pairperf de l’autre machine
other-page-hint = Par exemple 10.0.0.5:7575, ou db-b. Sans port, 7575.
go-there = Aller à sa page
paired = Appairage établi entre { $here } et { $there }.
paired-since = Machines appairées depuis le { $time }.
link-up = Machines appairées, aucun test en cours.
link-running = Un test est en cours.
link-down = La connexion entre les deux est perdue et se rétablit.
slower-card = Capacité de la carte la plus lente : { $speed }
choose-run = Nouveau test
watch-running = Suivre le test
peer-may-start = { $peer } peut lancer des tests ici
may-not-start = { $peer } n’autorise pas le lancement de tests depuis ici. Cela se règle sur sa page.
unpair = Rompre l’appairage
unpair-really = Rompre vraiment ?
unpair-keep = Conserver
facts = Ce qu’apporte chaque extrémité
facts-what = Élément
differs = diffère
fact-cpu = Processeur
fact-cores = Cœurs
fact-cores-at = { $count }, { $clock }
fact-memory = Mémoire
fact-system = Système
fact-card = Carte réseau
fact-mtu = MTU
fact-control = Contrôle de congestion
fact-send-max = Tampon d’émission maximal
fact-receive-max = Tampon de réception maximal
fact-version = pairperf
runs = Derniers tests
runs-none = Aucun test n’a encore eu lieu ici. Appairez deux machines et lancez un test ; son résultat restera ici.
runs-when = Date
runs-what = Test
runs-mean = Moyenne reçue
runs-outcome = Issue
runs-line =
    { $streams ->
        [one] { $from } → { $to }, { $protocol }, { $streams } flux
       *[other] { $from } → { $to }, { $protocol }, { $streams } flux
    }

## The form of a run

new-run = Nouveau test
new-question = Que voulez-vous savoir de cette liaison ?
new-question-lead = Choisissez la question. Elle remplit tout ce qui suit, et vous pouvez tout modifier.
new-unpaired = Un test demande deux machines appairées. Celles-ci ne le sont pas, ou ne le sont plus.
new-unpaired-how = Appairez la seconde machine sur la page d’accueil, puis revenez ici. Votre saisie reste dans l’adresse.
new-link-down = La connexion entre les deux est perdue et se rétablit. Un test pourra commencer dès qu’elles se verront.
question = La question
# The questions, each with what is done to answer it, in a line of its own.
preset-quick = Cette liaison est-elle saine ?
preset-quick-answer = Une vérification rapide : 8 flux pendant 10 secondes, les deux extrémités sous surveillance.
preset-ntttcp = Quel débit peut-elle atteindre ?
preset-ntttcp-answer = Le réglage par défaut de NTttcp : 64 flux (16 × 4) pendant une minute.
preset-one = Quel débit pour une seule connexion ?
preset-one-answer = Ce qu’obtiendra une copie ou une sauvegarde isolée.
preset-thousands = Tient-elle face à des milliers de flux ?
preset-thousands-answer = 4 096 flux à la fois, et lesquels sont laissés pour compte.
preset-back = L’autre sens diffère-t-il ?
preset-back-answer = La vérification rapide, avec les données utiles dans l’autre sens.
preset-both = Et si les deux émettent à la fois ?
preset-both-answer = 8 flux dans chaque sens en même temps : ce qu’un sens prend à l’autre.
preset-long = Tient-elle dans la durée ?
preset-long-answer = Dix minutes : les crédits de débit s’épuisent, les machines chauffent.
preset-udp = Quelle quantité d’UDP passe ?
preset-udp-answer = 1 Gbit/s de datagrammes, et où le reste se perd.
preset-even = Les petits paquets passent-ils régulièrement ?
preset-even-answer = 6 250 petits datagrammes par seconde, comme en envoient les appels : pertes, ordre et gigue.
preset-small = Combien de petits paquets passent ?
preset-small-answer = Des datagrammes de 64 octets aussi vite que possible : c’est le paquet qui coûte, pas ses octets.
preset-answers = Combien de temps prend une réponse ?
preset-answers-answer = Un octet dans un sens, un octet en retour, sans cesse : le temps habituel et les plus longs.
preset-connections = À quel rythme les connexions s’ouvrent-elles ?
preset-connections-answer = 8 flux qui se connectent, demandent une fois et recommencent, comme de courtes requêtes web.
# How long a run takes and how much data it moves at most, under a question: “64 s, up to 74.5 GiB”.
forecast-seconds = { $seconds } s, jusqu’à { $volume }
forecast-minutes = { $minutes } min { $seconds } s, jusqu’à { $volume }
forecast-hours = { $hours } h { $minutes } min, jusqu’à { $volume }
forecast-seconds-unknown = { $seconds } s, volume inconnu
forecast-minutes-unknown = { $minutes } min { $seconds } s, volume inconnu
forecast-hours-unknown = { $hours } h { $minutes } min, volume inconnu
forecast-volume = jusqu’à { $volume }
forecast-volume-unknown = inconnu
forecast-volume-exchange = ce que pèsent les demandes et les réponses
time-hours = { $hours } h { $minutes } min
group-test = Le test
group-exchange = Demandes et réponses
group-datagrams = Datagrammes
group-sockets = Tampons et sockets
group-path = Ports, adresses et paquets
group-phases = Phases du test
group-threads = Threads par machine
group-note = Remarque
group-ends = Là où les deux extrémités diffèrent
ends-note = Chaque champ vaut pour une seule machine. Vide, il reprend ce qui est indiqué plus haut.
ends-same = comme plus haut
ends-on = activé
ends-off = désactivé
group-reset = Revenir aux valeurs de la question
# Beside the name of settings that are folded away.
group-same = selon la question
group-changed =
    { $count ->
        [one] { $count } modifié
       *[other] { $count } modifiés
    }
knob-direction = Sens
knob-direction-hint = Sens dans lequel vont les données utiles ; pour des demandes, la machine à gauche de la flèche demande.
choice-direction-to-peer = { $here } → { $there }
choice-direction-from-peer = { $there } → { $here }
choice-direction-both = les deux sens à la fois
choice-direction-each-in-turn = un sens, puis l’autre
knob-protocol = Protocole
knob-protocol-hint = TCP montre ce qu’obtient un transfert ; UDP, ce que le chemin lui-même transporte et perd.
choice-protocol-tcp = TCP
choice-protocol-udp = UDP
knob-mode = Ce qui est mesuré
knob-mode-hint = Quel volume passe, combien de temps prend une réponse, ou à quel rythme les connexions s’ouvrent.
choice-mode-throughput = le débit
choice-mode-request-response = le temps de réponse
choice-mode-connections = les connexions par seconde
knob-request = Demande
knob-request-hint = Octets utiles d’une demande, par exemple 1 ou 4KiB. Un seul octet montre le chemin seul.
knob-response = Réponse
knob-response-hint = Octets utiles d’une réponse.
knob-spin = Sans sommeil
knob-spin-hint = Les deux extrémités guettent au lieu d’attendre : les réponses viennent plus vite, au prix d’un cœur entier de chaque côté.
knob-rate = Débit
knob-rate-hint = Données utiles de tous les flux ensemble, par exemple 1Gbit/s ou 50M.
knob-unlimited = Sans limite
knob-unlimited-hint = Aussi vite que l’émetteur le peut. Tout autre trafic est évincé.
knob-stream-rate = Débit par flux
knob-stream-rate-hint = À la place du débit de tous les flux, par exemple 10M.
knob-datagram = Datagramme
knob-datagram-hint = Octets utiles par datagramme ; au-delà de ce que le chemin laisse passer entier, il est fragmenté.
knob-pace = Maintien du débit
knob-pace-hint = Un rythme régulier coûte un cœur ; de longues rafales, des files d’attente en chemin.
choice-pace-quantum = par courtes rafales
choice-pace-spin = régulier, avec un cœur entier
choice-pace-gso = par longues rafales que le noyau découpe
knob-segmentation-offload = Segmentation par le noyau
knob-segmentation-offload-hint = Les noyaux découpent et regroupent les datagrammes (GSO, GRO) : moins de CPU, mais des pertes comptées par paquets.
choice-segmentation-offload-auto = au choix du plan
choice-segmentation-offload-on = activée
choice-segmentation-offload-off = désactivée
knob-payload = Contenu des données
knob-payload-hint = Rien en chemin ne comprime des octets aléatoires. Vérifiés, ils sont examinés un à un : un octet altéré est trouvé, au prix de CPU.
choice-payload-random = aléatoire
choice-payload-zero = des zéros
choice-payload-verified = vérifié octet par octet
knob-send-copy = Émission
knob-send-copy-hint = Sans copie, l’émetteur épargne son CPU avec une carte rapide (MSG_ZEROCOPY). Aucun gain possible sur une même machine.
choice-send-copy-copy = avec copie
choice-send-copy-zero-copy = sans copie
knob-receive-copy = Réception
knob-receive-copy-hint = Jetées par le noyau (MSG_TRUNC), les données coûtent moins au récepteur. Un vrai programme ne reçoit pas ainsi.
choice-receive-copy-copy = avec copie, comme un programme
choice-receive-copy-discard = jetées par le noyau
knob-mss = Taille de segment
knob-mss-hint = Octets utiles par segment TCP, au plus (TCP_MAXSEG). Plus petits, ils passent les tunnels et coûtent plus de CPU.
knob-dscp = Marque de priorité (DSCP)
knob-dscp-hint = De 0 à 63, ou un nom comme ef ou af41 : montre si le réseau traite mieux les paquets marqués.
knob-source-address = Adresse source
knob-source-address-hint = D’où part la machine qui ouvre les flux : choisit une carte parmi plusieurs.
knob-source-interface = Interface source
knob-source-interface-hint = La carte par laquelle ils sortent, quelles que soient les routes, par exemple eth0.
knob-ports = Ports utilisés
knob-ports-hint = Avec un seul port, une seule ouverture suffit dans le pare-feu.
choice-ports-single = le port de pairperf
choice-ports-ntttcp = un par flux, comme ntttcp
knob-base-port = Premier port
knob-base-port-hint = Où commencent les ports si chaque flux a le sien.
knob-connect = Ouverture des flux
knob-connect-hint = L’autre machine doit être joignable depuis celle qui ouvre.
choice-connect-dialler = { $dialler }, qui a rejoint l’autre
choice-connect-inviter = { $inviter }, qui a invité l’autre
knob-duration = Durée
knob-duration-hint = Durée de la mesure, par exemple 10s, 500ms ou 2m.
knob-stop-after = Arrêt après un volume
knob-stop-after-hint = Le test finit quand ce volume est passé, par exemple 10GiB ; la durée devient un maximum.
knob-stop-after-operations = Arrêt après un nombre d’opérations
knob-stop-after-operations-hint = Le test finit après tant d’envois ou de demandes ; la durée devient un maximum.
knob-streams = Flux
knob-streams-hint = Combien à la fois : connexions TCP, ou jusqu’à 64 flux UDP.
knob-buffer = Tampon
knob-buffer-hint = Octets confiés à un appel d’envoi ou de réception, par exemple 256KiB.
knob-threads = Threads par machine
knob-threads-hint = Threads de travail à chaque extrémité.
knob-streams-per-thread = Flux par thread
knob-streams-per-thread-hint = Chaque thread en sert autant, à la place d’un nombre de flux.
knob-mappings = Sessions (threads, CPU, adresse)
knob-mappings-hint = Comme dans ntttcp : threads,CPU,*, par exemple « 2,0,* 2,1,* ». Elles disent combien de threads tournent sur quel CPU.
knob-cpus = Processeurs
knob-cpus-hint = Les threads y sont fixés tour à tour, par exemple 0-3,8 : les chiffres varient moins d’un test à l’autre.
knob-warm-up = Chauffe
knob-warm-up-hint = Données utiles envoyées au début, non comptées.
knob-cool-down = Refroidissement
knob-cool-down-hint = Données utiles envoyées à la fin, non comptées.
knob-send-socket-buffer = Tampon de socket en émission
knob-send-socket-buffer-hint = SO_SNDBUF à demander.
knob-receive-socket-buffer = Tampon de socket en réception
knob-receive-socket-buffer-hint = SO_RCVBUF à demander.
knob-no-delay = Sans délai
knob-no-delay-hint = Les petites écritures partent aussitôt (TCP_NODELAY).
knob-congestion-control = Contrôle de congestion
knob-congestion-control-hint = Un algorithme que les deux machines proposent.
knob-label = Libellé
knob-label-hint = Un nom court pour le test.
knob-note = Remarque
knob-note-hint = Tout ce qu’il est utile d’en retenir.
empty-plan = au choix du plan
empty-kernel = au choix du noyau
empty-never = valeur requise
empty-none = vide
# What a field has before it is changed, under the changed field.
changed = Modifié ; la question prévoit { $value }
changed-empty = Modifié ; la question ne fixe rien
changed-on = Modifié ; activé dans la question
changed-off = Modifié ; désactivé dans la question
plan = Le plan
plan-not-yet = S’affichera dès que tous les champs seront lisibles.
plan-sends = Émetteur
plan-receives = Récepteur
plan-opens = Connexions
plan-takes = Durée
plan-moves = Volume
plan-calls = Par appel
plan-asks = Demande
plan-answers = Répond
plan-exchange = { $request } à l’aller, { $response } au retour
plan-machine = { $host } : { $threads }
# What the machine that joined the other one opens; the address is the other one's.
plan-connections =
    { $streams ->
        [one] { $host } ouvre { $streams } flux { $protocol } vers { $address }
       *[other] { $host } ouvre { $streams } flux { $protocol } vers { $address }
    }
plan-accepts =
    { $streams ->
        [one] { $host } ouvre { $streams } flux { $protocol } vers cette machine
       *[other] { $host } ouvre { $streams } flux { $protocol } vers cette machine
    }
plan-ends = { $span }, fin vers { $time }
plan-moves-most = jusqu’à { $volume }, à { $speed }
plan-buffer = { $size } sur { $host }
plan-buffers = { $size } à chaque extrémité
plan-datagrams = { $bytes } octets utiles
plan-datagrams-cut = { $bytes } octets utiles, fragmentés en chemin
plan-batch = jusqu’à { $count } datagrammes à la fois
plan-batch-kernel = jusqu’à { $count } datagrammes à la fois, découpés et regroupés par les noyaux
plan-rate = { $rate } par flux, { $pace }
start = Lancer
start-after = Lancer quand il sera fini
starting = Lancement…
idle = Aucun test en cours sur cette machine.
busy-run = Un test est en cours ici.
busy-run-owner = Un test lancé par { $owner } est en cours ici.
busy-run-left = Un test lancé par { $owner } est en cours ici, encore { $left } au plus.
busy-there = Un test est en cours sur { $peer }.
busy-there-owner = Un test lancé par { $owner } est en cours sur { $peer }.
busy-there-left = Un test lancé par { $owner } est en cours sur { $peer }, encore { $left } au plus.
busy-watch = Le suivre
# What to know before a run starts; nothing of it keeps the run from starting.
warning-send-buffer = { $host } n’accorde que { $most } (net.core.wmem_max) : le tampon d’émission aura cette taille, et non { $asked }.
warning-receive-buffer = { $host } n’accorde que { $most } (net.core.rmem_max) : le tampon de réception aura cette taille, et non { $asked }.
warning-threads =
    { $cores ->
        [one] { $host } n’a que { $cores } cœur : { $threads } threads s’y relaieront.
       *[other] { $host } n’a que { $cores } cœurs : { $threads } threads s’y relaieront.
    }
warning-mtu = Les machines envoient des trames de tailles différentes (MTU) : { $here } { $here_mtu }, { $there } { $there_mtu }.
warning-speed = { $host } n’indique pas la vitesse de sa carte réseau : impossible de prévoir le volume d’un test.
warning-same-machine = Les deux extrémités tournent sur une même machine : ni carte réseau ni câble n’entrera dans les chiffres.
warning-unlimited = { $host } enverra aussi vite qu’elle peut : UDP ne ménage personne et évince les autres.
warning-rate = { $asked }, c’est plus que les { $carries } de données utiles de la carte la plus lente : le reste sera perdu.
warning-fragment = Un datagramme de { $bytes } octets ne passe pas entier : il est fragmenté en chemin, et un fragment perdu le fait perdre tout entier.
warning-segmentation = Les noyaux découperont et regrouperont les datagrammes (GSO, GRO). À ne pas comparer à des tests de datagrammes simples.
warning-zero-copy = Les deux extrémités tournent sur une même machine, où le noyau copie de toute façon : aucun gain possible.
warning-quota = { $quota } demandent plus de { $duration } même à la vitesse de la carte : le test finira par la durée.
warning-small-buffer = Sur une même machine, un tampon d’émission sous 64KiB fait attendre chaque acquittement : le débit sera celui du tampon.
warning-spin = Chaque flux occupe un cœur entier à chaque extrémité, qu’il y ait des demandes ou non.
warning-dscp = Les réseaux traversés peuvent changer la marque ou l’ignorer.
warning-verified = Le récepteur examine chaque octet : sur une liaison rapide, son CPU peut fixer le débit.
problem-range = Valeur attendue : entre { $min } et { $max }.
problem-choice = Valeurs possibles : { $known }.
problem-unreadable = Valeur illisible : { $why }.
problem-text = Au plus { $max } lettres, chiffres ou signes.
problem-unknown = Ce paramètre n’existe pas ; paramètres connus : { $known }.
problem-idle-threads = { $threads } threads pour { $streams } flux : un thread sans flux n’a rien à faire.
problem-protocol = Sans objet avec { $protocol }.
problem-no-rate = UDP prend tout ce qu’on lui donne et évince le reste du trafic : il faut un débit, ou « sans limite ».
problem-two-rates = Le débit est indiqué deux fois : gardez soit le débit, soit le débit par flux, soit « sans limite ».
problem-pace-offload = La cadence par délestage de segmentation a besoin de ce délestage : laissez-le activé, ou choisissez une autre cadence.
problem-too-many-streams = { $with } admet au plus { $max } flux.
problem-too-many-exchanges = Chaque flux qui demande a son propre thread : { $max } au plus.
problem-mode = Sans objet avec ce qui est mesuré.
problem-streams-twice = Les threads ou les sessions font déjà { $made } flux : indiquez ce nombre, ou 1.
problem-threads-twice = Les sessions fixent déjà le nombre de threads. Laissez ce champ vide.
problem-cpus-twice = Les sessions fixent déjà le CPU de chaque thread. Laissez ce champ vide.
problem-ends-differ = Les deux extrémités auraient { $here } et { $there } flux. Il leur en faut autant.
problem-not-per-end = Ce réglage est le même aux deux extrémités.
problem-zero-copy-verified = Des données à vérifier sont réécrites à chaque appel : impossible de les envoyer sans copie. Renoncez à l’un des deux.
problem-discard-verified = Ce qui est jeté ne peut être vérifié. Renoncez à l’un des deux.
problem-two-limits = Un test finit après un volume ou après un nombre d’opérations : gardez l’un des deux.
problem-mode-protocol = Possible avec { $protocol } seulement.
problem-ports-end =
    { $streams ->
        [one] { $streams } port à partir de { $base } dépasserait 65535.
       *[other] { $streams } ports à partir de { $base } dépasseraient 65535.
    }
plan-congestion-control = { $host } ne propose pas « { $wanted } », mais { $offered }.
plan-open-files = { $host } autorise { $allowed } fichiers ouverts et il en faut { $needed }. Relevez la limite (ulimit -n) ou demandez moins de flux.
plan-memory = Les tampons de tous les threads prendraient { $needed } sur { $host }, qui accorde { $allowed } à un test. Demandez des tampons plus petits ou moins de threads.
plan-threads = { $host } autorise { $allowed } threads et il en faut { $threads } en plus de ceux du nœud. Relevez la limite (ulimit -u) ou demandez-en moins.
plan-local-ports = { $host } dispose de { $available } ports locaux et chaque flux en demande un. Demandez moins de flux.
plan-segmentation-offload = Le noyau de { $host } ne sait pas segmenter UDP (UDP_SEGMENT, UDP_GRO). Laissez le plan choisir ou désactivez, et réglez le débit autrement.
plan-not-listening = { $host } n’écoute pas : { $from } ne peut pas y ouvrir de flux. Laissez { $host } les ouvrir, ou lancez-y « pairperf serve ».
plan-way-closed = { $protocol } de { $from } vers le port { $port } de { $host } : { $state }. La page d’accueil indique comment ouvrir ce chemin.
# What was found at the end of a way between two machines.
way-open = ouvert
way-tcp-only = ouvert en TCP seulement
way-refused = refusé
way-filtered = aucune réponse
way-not-the-peer = réponse d’un tiers
way-wrong-family = aucune adresse possible
way-not-listening = rien n’écoute
way-closed = fermé
way-unknown = non essayé
remedy-docker = Docker : publier le port
remedy-aws = Groupe de sécurité Amazon EC2
remedy-azure = Groupe de sécurité réseau Azure
remedy-gcp = Pare-feu Google Cloud
remedy-ufw = ufw (Ubuntu)
remedy-firewalld = firewalld (Fedora, RHEL)
remedy-nftables = nftables
remedy-windows = Pare-feu Windows

## A run

run = Test
run-not-found = Ce test n’existe pas ici
run-not-found-why = Il a peut-être été supprimé, ou vient d’une autre machine : un test n’est conservé que par les deux machines qui l’ont fait.
run-not-loaded = Impossible de charger le test
run-title = { $rate }, { $state }
# The heading of a run that goes on.
run-what =
    { $streams ->
        [one] { $from } vers { $to }, { $protocol }, { $streams } flux, { $duration }
       *[other] { $from } vers { $to }, { $protocol }, { $streams } flux, { $duration }
    }
run-over = Le test est terminé. Récupération du rapport.
phases = Phases du test
phase-check = Vérification
phase-prepare = Préparation
phase-warm-up = Chauffe
phase-measure = Mesure
phase-cool-down = Refroidissement
phase-collect = Collecte
phase-left = { $phase }, encore { $seconds } s
phase-of = ({ $passed } sur { $whole })
opening = Ouverture des flux, { $up } sur { $of }
state-check = vérification
state-prepare = ouverture des flux
state-warm-up = chauffe
state-measure = mesure
state-cool-down = refroidissement
state-collect = collecte
state-done = terminé
state-failed = en échec
state-cancelled = arrêté
state-interrupted = interrompu
stop = Arrêter et conserver
stopping = Arrêt en cours…
trouble-stopping = Arrêt en cours. Tout ce qui a été compté est conservé.
trouble-link = Contact perdu entre les machines. Le test continue ; elles cherchent à se retrouver.
trouble-stalled = { $from } envoie, mais { $to } ne reçoit rien depuis deux secondes.
trouble-stalled-sender = { $from } n’envoie rien depuis deux secondes.
# The other machine gives no sign of life; the run ends when the time is over.
trouble-peer =
    { $seconds ->
        [0] Contact perdu entre les machines, plus rien ne circule. Le test va être abandonné.
        [one] Contact perdu entre les machines, plus rien ne circule. Abandon du test dans { $seconds } seconde.
       *[other] Contact perdu entre les machines, plus rien ne circule. Abandon du test dans { $seconds } secondes.
    }
pause-drawing = Figer les graphiques
paused = Les graphiques sont figés, le test continue. Graphiques et flux montrent l’instant où ils ont été figés.
wire-live = Trafic depuis { $from } vers { $to }
wire-done = Ce que { $from } a envoyé à { $to }
arriving = Reçu par { $to } en ce moment
arriving-last = Dernier débit reçu par { $to }
sends = envoie
receives = reçoit
trio-mean = moyenne
trio-min = min.
trio-max = max.
trio-deviation = écart type
trio-offered = envoyé
trio-lost = perdu
trio-jitter = gigue
left-host = envoyé par { $host }
reached-host = reçu par { $host }
round-trip-both = RTT { $now } en charge, { $idle } entre les serveurs à vide
round-trip-now = RTT { $now }
round-trip-idle = RTT à vide { $idle }
scale-lanes = À l’échelle : d’une paroi à l’autre, les { $speed } de la carte la plus lente ; chaque voie est un flux.
scale-band = À l’échelle : d’une paroi à l’autre, les { $speed } de la carte la plus lente ; la bande réunit tous les flux.
scale-unknown = Chaque voie est un flux, d’une épaisseur proportionnelle à son débit. La capacité de la liaison est inconnue.
scale-unknown-band = La bande réunit tous les flux. La capacité de la liaison est inconnue.
machine-label =
    { $cores ->
        [one] { $host } : { $cores } cœur, chargé à { $busiest }
       *[other] { $host } : { $cores } cœurs, le plus chargé à { $busiest }
    }
cpu-all =
    { $cores ->
        [one] { $percent } sur { $cores } cœur
       *[other] { $percent } sur { $cores } cœurs
    }
cpu-busiest = le plus chargé { $percent } (cœur { $core })
over-time = Au fil du temps
# Charts: -what says what the figures are, -label is the whole chart in a sentence.
chart-rate-what = données utiles
chart-rate-label = Débit au fil du temps depuis { $from } vers { $to }, { $mean } reçus en moyenne. Les chiffres sont dans le tableau ci-dessous.
chart-busy = Charge CPU
chart-busy-what = de chaque machine
chart-busy-label = Charge des CPU sur { $from } et { $to }. Les chiffres sont dans le tableau ci-dessous.
chart-resent = Retransmissions
chart-resent-what = segments par intervalle
chart-resent-label = Segments retransmis par { $from }. Les chiffres sont dans le tableau ci-dessous.
chart-round-trip = Aller-retour (RTT)
chart-round-trip-what = en charge, médiane des flux
chart-round-trip-label = Aller-retour (RTT) en charge, vu par { $from }. Les chiffres sont dans le tableau ci-dessous.
chart-lost = Pertes
chart-lost-what = des datagrammes de chaque intervalle
chart-lost-label = Part des datagrammes qui ne sont pas arrivés à { $to }. Les chiffres sont dans le tableau ci-dessous.
chart-jitter = Gigue
chart-jitter-what = valeur du moment, moyenne des flux
chart-jitter-label = Irrégularité d’arrivée des datagrammes à { $to }. Les chiffres sont dans le tableau ci-dessous.
chart-column = { $line }, { $unit }
chart-column-count = { $line }
# Names at the ends of lines; the figure is put behind them.
line-sender-busy = { $from }
line-receiver-busy = { $to }
line-sender-busiest = { $from }, cœur { $sender_core } :
line-receiver-busiest = { $to }, cœur { $receiver_core } :
line-resent = par { $from }
line-round-trip = médiane
line-lost = perdus
line-jitter = moyenne
strip = Chaque flux
strip-what = une ligne par flux, le plus lent en haut
strip-label = Débits de { $streams } flux au fil du temps, comptés par { $to }. Les chiffres sont dans le tableau des flux.
strip-stopped = arrêté
chart-rate = Débit
chart-sent = envoyé par { $host }
chart-received = reçu par { $host }
chart-slider = Lire le graphique à un instant
chart-how = Pointez le graphique, ou déplacez le curseur en dessous, pour lire les valeurs.
chart-reading = { $time } s : envoyé { $sent }, reçu { $received } { $unit }
chart-table = Chiffres de ce graphique
chart-time = Fin de l’intervalle, s
chart-ceiling = la carte permet { $speed }
line-sent = envoyé
line-received = reçu
events = Déroulement
files = Fichiers
file-json = JSON
file-jsonl = Lignes JSON
file-csv-receiver = CSV, récepteur
file-csv-sender = CSV, émetteur
file-text = Texte
findings = Constats
findings-none = Rien n’a été relevé qui limite ou perturbe les chiffres.
advice = { $advice }

## A run that goes on: streams and machines at the moment

# A time on the axis of a run, in figures.
at-seconds = { $seconds } s
# At the crosshair of the CPU chart: the busiest core at that time.
read-core = cœur { $core }
strip-left-out =
    { $count ->
        [one] { $count } flux entre le plus lent et le plus rapide n’est pas affiché.
       *[other] { $count } flux entre le plus lent et le plus rapide ne sont pas affichés.
    }
streams-all =
    { $count ->
        [one] Le seul flux
       *[other] Les { $count } flux
    }
streams-how = Compté par { $to } depuis le début de la mesure. Le repère d’une barre marque la part égale. Choisissez un en-tête pour trier.
streams-show-all =
    { $count ->
        [one] Afficher le seul flux
       *[other] Afficher les { $count } flux
    }
# Headings of the table of streams.
stream-number = Flux
stream-mean = Moyenne
stream-now = Actuel
stream-lowest = Minimum
stream-share = Part
stream-resent = Retransmis
stream-round-trip = RTT
# Rows of the table of both machines at the moment.
machines-now = Les machines en ce moment
now-cpu = CPU, tous les cœurs
now-busiest = Cœur le plus chargé
# A share of a core, and which core it is.
now-core = { $percent } (cœur { $core })
now-softirq = Dont interruptions logicielles
now-steal = Pris par l’hyperviseur
now-socket = Tampon de socket accordé
now-control = Contrôle de congestion
now-bytes = Données utiles jusqu’ici

## The report

report = Rapport
headline-rate =
    { $streams ->
        [one] { $from } envoie { $rate } à { $to } sur { $streams } flux TCP ({ $control }).
       *[other] { $from } envoie { $rate } à { $to } sur { $streams } flux TCP ({ $control }).
    }
# $share is what the rate is of the slower card's speed, in percent.
headline-rate-share =
    { $streams ->
        [one] { $from } envoie { $rate } à { $to } sur { $streams } flux TCP ({ $control }), soit { $share } de la capacité de la carte la plus lente.
       *[other] { $from } envoie { $rate } à { $to } sur { $streams } flux TCP ({ $control }), soit { $share } de la capacité de la carte la plus lente.
    }
headline-none = Rien n’a été mesuré depuis { $from } vers { $to }.
headline-udp =
    { $streams ->
        [one] { $to } reçoit { $rate } sur les { $offered } que { $from } envoie sur { $streams } flux UDP : { $lost } de pertes, { $jitter } de gigue.
       *[other] { $to } reçoit { $rate } sur les { $offered } que { $from } envoie sur { $streams } flux UDP : { $lost } de pertes, { $jitter } de gigue.
    }
lead-short = Seules { $seconds } sur { $asked } ont été mesurées.
lead-one-machine = Les deux extrémités sont sur une même machine : ce chiffre ne comprend aucun réseau.
lead-steady = Débit tenu tout au long des { $seconds } : neuf échantillons sur dix se situent entre { $low } et { $high }.
lead-varied = Débit variable au cours des { $seconds } : neuf échantillons sur dix se situent entre { $low } et { $high }.
outcome-failed = Le test a échoué : { $reason }. Ce qui a été compté jusque-là est conservé.
outcome-cancelled = Le test a été arrêté : { $reason }. Ce qui a été compté jusque-là est conservé.
outcome-interrupted = Le test a été interrompu : { $reason }. Ce qui a été compté jusque-là est conservé.
figure-what = Moyenne sur { $seconds }, comptée par { $to }
over-time-note = Les secondes ombrées portent des données utiles non comptées. Rien n’est lissé.
not-alike = différent
severity-info = bon à savoir
severity-warning = limite ou perturbation
severity-bad = non conforme à la demande
section-ends = Les deux extrémités, côte à côte
section-streams = Flux par flux
section-conditions = Demandé et appliqué
section-machines = Les deux machines
role-receiver = { $host }, récepteur
role-sender = { $host }, émetteur
column-asked = Demandé
open-plan = au choix de pairperf
open-kernel = au choix du noyau
word-on = activé
word-off = désactivé
direction-to-peer-of = { $from } vers { $to }
direction-from-peer-of = { $from } vers { $to }, lancé depuis { $to }
row-rate = Débit
row-bytes = Données utiles pendant la mesure
row-measured = Durée mesurée
row-lifetime = Données utiles au total
row-min = Échantillon minimal
row-p5 = 5e centile
row-median = Médiane
row-p95 = 95e centile
row-max = Échantillon maximal
row-deviation = Écart type
row-operations = Appels
row-retransmits = Segments retransmis
row-resent = Part retransmise
row-round-trip-median = RTT en charge, médiane
row-round-trip-p99 = RTT en charge, 99e centile
row-cpu = CPU de la machine, tous les cœurs
row-busiest-core = Cœur le plus chargé
row-cpu-per-gib = Temps CPU par GiB
row-udp-per-second = Datagrammes par seconde
section-datagrams = Datagrammes, et où ils se sont perdus
column-while-measuring = Pendant la mesure
column-whole-run = Sur tout le test
# Two directions: the sentences of both, one after the other.
headline-both = { $first } En même temps, { $second }
headline-in-turn = { $first } Ensuite, { $second }
# $waiting says how the ends wait for what comes.
headline-exchange = { $from } interroge { $to } et reçoit des réponses à { $rate } en { $protocol } (flux : { $streams }), la moitié en moins de { $median }, 99 % en moins de { $tail } : { $waiting }.
headline-connections = { $from } se connecte à { $to } et reçoit des réponses à { $rate }, chacune par une nouvelle connexion { $protocol } (flux : { $streams }), la moitié en moins de { $median }, 99 % en moins de { $tail } : { $waiting }.
exchange-waiting = les deux extrémités attendent
exchange-spinning = attente active, avec un cœur à chaque extrémité
# $what is a sentence about one direction.
lead-of = De { $from } vers { $to } : { $what }
lead-discard = Copie du récepteur omise : le noyau a jeté les données, le chiffre peut donc dépasser ce qu’un programme obtient.
lead-zero-copy = Envoyé sans copie (MSG_ZEROCOPY).
lead-zeros = Les données étaient des zéros : ce qui les compresse en chemin est compris dans ce chiffre.
figure-what-both = Moyenne sur { $seconds }, les deux sens ensemble : { $from } et { $to }
figure-what-in-turn = Un sens après l’autre : { $from } et { $to }
figure-what-exchange = Réponses à { $from }, moyenne sur { $seconds }, { $waiting }
figure-what-connections = Connexions de { $from }, moyenne sur { $seconds }, { $waiting }
trio-rate = données utiles
role-asks = { $host }, demande
role-answers = { $host }, répond
direction-both-of = { $from } vers { $to } et retour, en même temps
direction-each-in-turn-of = { $from } vers { $to }, puis retour
column-while-measuring-of = { $from } vers { $to }, pendant la mesure
column-whole-run-of = { $from } vers { $to }, sur tout le test
row-stream-of = Flux { $number }, { $from } vers { $to }
# $setting is the name of a setting.
row-own = { $setting }, à une extrémité
section-exchange = Durée des réponses
exchange-note = Mode de mesure : { $waiting } ; de l’envoi d’une demande à la réception de toute la réponse. Les centiles sont exacts à 0.8 % près.
exchange-chart-label = Part des réponses qui n’ont pas duré plus que le temps indiqué, sur un axe logarithmique. Les centiles sont dans le tableau.
row-exchange-often = Réponses
row-exchange-connections = Connexions
row-exchange-answered = Réponses en tout
row-exchange-lost = Demandes sans réponse
row-exchange-lost-percent = Part sans réponse
row-exchange-mean = Moyenne
row-exchange-p50 = la moitié en moins de
row-exchange-p90 = 90 % en moins de
row-exchange-p99 = 99 % en moins de
row-exchange-p999 = 99,9 % en moins de
row-exchange-longest = La plus longue
row-exchange-out-of-range = Trop longues pour être distinguées
both-chart = Les deux sens
both-chart-label = Données arrivées à chaque machine, les deux sens sur un même axe. Les chiffres sont dans le tableau des deux extrémités.
row-udp-sent = Envoyés
row-udp-received = Reçus
row-udp-lost = Perdus
row-udp-lost-percent = Part perdue
row-udp-never-sent = Perdus : jamais envoyés, la file de l’émetteur était pleine
row-udp-at-socket = Perdus : à la socket du récepteur
row-udp-at-host = Perdus : dans la machine réceptrice, avant la socket
row-udp-on-network = Perdus : sur le réseau
row-udp-duplicates = Reçus deux fois ou plus
row-udp-reordered = Reçus en désordre
row-udp-late = Trop tardifs pour les distinguer de doublons, comptés comme perdus
row-udp-out-of-run = Arrivés aux sockets du test, sans en faire partie
row-udp-icmp = Erreurs renvoyées par le réseau
row-udp-jitter = Gigue (RFC 3550)
# Une part des pertes dont on ne connaît qu’une borne.
udp-up-to = jusqu’à { $count }
udp-at-least = au moins { $count }
udp-not-separable = indissociable du réseau
udp-not-separable-network = indissociable de la socket
udp-note-joined = Le noyau récepteur a regroupé des datagrammes (GRO) et compte ce qu’il rejette en tampons, non en datagrammes. Sur les { $lost } perdus, ceux de la socket sont donc indissociables de ceux du réseau ; « au moins » est ce qu’il reste si tous les tampons rejetés étaient pleins.
udp-note-not-separable = Le noyau récepteur a regroupé des datagrammes (GRO) et compte ce qu’il rejette en tampons, non en datagrammes. Sur les { $lost } perdus, ceux de la socket sont donc indissociables de ceux du réseau.
udp-note-host = La machine réceptrice compte ce qu’elle rejette de tout son trafic, pas de ce seul test. Sur les { $lost } perdus, elle a donc pu en rejeter autant, et le réseau au moins le reste.
ends-differ-sent = Pendant la mesure, il est parti { $bytes } de plus qu’il n’en est arrivé : des données utiles en transit ou dans les tampons au départ et à l’arrêt du chronomètre.
ends-differ-received = Pendant la mesure, il est arrivé { $bytes } de plus qu’il n’en est parti : des données utiles en transit ou dans les tampons au départ et à l’arrêt du chronomètre.
# $fairness is Jain's index, 1 when all streams have the same share.
streams-fairness =
    { $count ->
        [one] Équité { $fairness } sur 1, pour { $count } flux.
       *[other] Équité { $fairness } sur 1, pour { $count } flux (indice de Jain).
    }
row-stream = Flux { $number }
column-mean = Moyenne
column-share = Part
column-lowest = Minimum
column-highest = Maximum
column-retransmits = Retransmis
column-rtt = RTT à la fin
column-window = Fenêtre à la fin
column-lost = Perdus
column-jitter = Gigue
column-reordered = En désordre
# Les chemins entre deux machines.
section-ways = Chemins entre les deux machines
ways-from-to = { $from } → { $to }
column-protocol = Protocole
column-family = Famille
column-address = Adresse
column-port = N° de port
column-found = Constaté
column-round-trip = Aller-retour
column-path-mtu = MTU du chemin, octets
ways-not-listening = { $host } n’écoute pas : rien n’a pu être essayé de { $from } vers elle. Les flux sont alors ouverts depuis { $host }.
ways-translated = { $host } est jointe à { $outside }, qui est { $inside } pour elle-même : les adresses sont réécrites en chemin.
ways-translated-container = { $host } est un conteneur : on le joint à { $outside }, qui est { $inside } pour lui-même, et chaque paquet est réécrit en chemin.
ways-remedy = Comment l’ouvrir
ways-again = Vérifier à nouveau
ways-looking = Vérification des chemins…
ways-unknown = Les chemins n’ont pas encore été vérifiés.
only-checked = { $name } a seulement vérifié les chemins entre les deux machines. Son code est épuisé : il en faut un nouveau pour une autre machine.
row-direction = Sens
row-protocol = Protocole
row-streams = Flux
row-control = Contrôle de congestion
row-loop = Threads par machine
loop-blocking =
    { $threads ->
        [1] un thread, bloquant
       *[other] { $threads } threads, un par flux
    }
loop-epoll =
    { $threads ->
        [1] un thread avec epoll
       *[other] { $threads } threads avec epoll
    }
loop-batch =
    { $threads ->
        [1] un thread, plusieurs datagrammes par appel
       *[other] { $threads } threads, plusieurs datagrammes par appel
    }
loop-exchange =
    { $threads ->
        [one] { $threads } thread, une demande à la fois
       *[other] { $threads } threads, une demande à la fois chacun
    }
row-warm-up = Chauffe
row-duration = Durée de mesure
row-cool-down = Refroidissement
row-buffer = Octets par appel
row-send-buffer = Tampon de socket en émission, au début
row-receive-buffer = Tampon de socket en réception, au début
row-no-delay = Petites écritures immédiates (TCP_NODELAY)
row-mss = Taille de segment (MSS), octets
row-udp-rate = Débit des données utiles envoyées
row-udp-datagram = Datagramme, octets utiles
row-udp-path-mtu = MTU du chemin, octets
row-udp-fragment = Entier ou pas du tout (DF)
row-udp-pace = Cadence
row-udp-pace-variation = Irrégularité de la cadence, à la milliseconde
row-udp-segmentation = Découpage délégué (GSO, GRO)
row-udp-ports = Ports utilisés
open-path = aussi grand que le chemin le laisse passer entier
open-unlimited = sans limite
row-address = Adresse
row-round-trip = RTT à vide
row-offset-error = Incertitude d’horloge
row-run = Test
row-host = Nom
row-system = Système
row-kernel = Noyau
row-cpu-model = Processeur
row-cpu-count = Cœurs
row-memory = Mémoire
row-card = Carte réseau la plus rapide
row-driver = Pilote de la carte
row-speed = Vitesse de la carte
row-mtu = MTU de la carte, octets
row-send-buffer-max = Tampon d’émission maximal (wmem_max)
row-receive-buffer-max = Tampon de réception maximal (rmem_max)
row-version = pairperf
# NTttcp's table, and the counters of the systems.
section-ntttcp = Le tableau de NTttcp
ntttcp-note = Calculé comme le fait NTttcp, dans les unités de ce rapport. L’équivalent d’un DPC sous Linux est la softirq. Paquets, retransmissions et erreurs sont ceux de tous les programmes de l’espace de noms réseau ; interruptions, DPC et CPU ceux de toute la machine. Linux compte les paquets reçus après les avoir regroupés (GRO) : chacun contient donc plus de données utiles.
section-counters = Ce que les systèmes ont compté
counters-note = Compteurs des noyaux qui ont augmenté pendant la mesure, du fait de ce test et de tout le reste. Le premier mot dit leur origine : softirq, softnet, interrupts et ethtool portent sur toute la machine, cgroup sur le conteneur, les autres sur l’espace de noms réseau.
row-counter = { $name }
row-nt-frame = Données utiles par paquet, moyenne
row-nt-completion = Données utiles par appel, moyenne
row-nt-buffers = Tampons
row-nt-cycles = Cycles CPU par octet
row-nt-dpcs = DPC (softirqs)
row-nt-packets-dpc = Paquets reçus par DPC du réseau
row-nt-interrupts = Interruptions
row-nt-packets-interrupt = Paquets reçus par interruption
row-nt-packets-sent = Paquets envoyés, tous programmes
row-nt-packets-received = Paquets reçus, tous programmes
row-nt-retransmits = Segments retransmis, tous programmes
row-nt-errors = Erreurs, tous programmes
row-cpu-user = CPU dans les programmes
row-cpu-system = CPU dans le noyau
row-cpu-softirq = CPU pour les paquets reçus (softirq)
row-cpu-steal = CPU cédé à d’autres machines virtuelles (steal)
row-carrier = Interface qui a porté le test
row-foreign = Octets étrangers au test sur elle, au moins

## Events

event-phase =
    { $phase ->
        [check] Début de la vérification du plan
        [prepare] Début de l’ouverture des flux
        [warm_up] Début de la chauffe
        [measure] Début de la mesure
        [cool_down] Début du refroidissement
        [collect] Début de la collecte
       *[other] Début de la phase { $phase }
    }
event-queued = En attente de la fin du test lancé par { $owner } ; place { $position } dans la file
event-started = Les données utiles commencent à circuler
event-ended =
    { $state ->
        [done] Le test s’est terminé comme prévu
        [failed] Le test a échoué
        [cancelled] Le test a été arrêté
        [interrupted] Le test a été interrompu
       *[other] Fin du test : { $state }
    }
event-cancel-asked = Arrêt demandé : { $by }
event-link-lost = Contact perdu entre les machines
event-link-back = Contact rétabli entre les machines
event-peer-lost = { $host } ne donne plus signe de vie
event-stream-failed = Un flux a échoué : { $reason }
event-stream-ended = Le flux { $stream } s’est terminé trop tôt

report-origin = Test { $id }, { $started }
report-origin-label = Test { $id }, { $started }, { $label }

## Findings

finding-same-machine = Les deux extrémités tournent sur une même machine : ni carte réseau ni câble n’entre dans les chiffres.
finding-not-kept = L’enregistrement n’a pas pu être écrit sur le disque : { $reason }
finding-core-full =
    { $role ->
        [sender] { $host }, qui envoie, avait un cœur saturé : { $busiest_core_percent } %.
       *[other] { $host }, qui reçoit, avait un cœur saturé : { $busiest_core_percent } %.
    }
finding-resent = { $host } a retransmis { $retransmits } segments, soit { $percent } % de ses envois.
finding-measure-length = { $host } a mesuré pendant { $measured_seconds } s au lieu de { $asked_seconds } s.
finding-socket-buffer-clamped =
    { $field ->
        [send_socket_buffer_bytes] { $host } a accordé un tampon de socket en émission de { $granted_bytes } au lieu des { $asked_bytes } demandés.
       *[other] { $host } a accordé un tampon de socket en réception de { $granted_bytes } au lieu des { $asked_bytes } demandés.
    }
finding-late-mark = { $host } a perçu un changement de phase avec { $late_ms } ms de retard : ses chiffres sont moins précis.
finding-peer-lost = Le contact avec { $host } a été perdu pendant le test : ses chiffres sont incomplets.
finding-stream-ended-early = Un flux s’est terminé trop tôt.
finding-not-drained =
    { $streams ->
        [1] Sur { $host }, un flux contenait encore des données utiles à la fin du délai de collecte.
       *[other] Sur { $host }, { $streams } flux contenaient encore des données utiles à la fin du délai de collecte.
    }
finding-suspended = Une machine a été mise en veille pendant le test.
finding-clock-offset-coarse = Les horloges des deux machines ne concordent qu’à { $offset_error_ms } ms près : leurs courbes peuvent être décalées l’une par rapport à l’autre.
finding-udp-loss =
    { $place ->
        [sender] { $percent } % des datagrammes se sont perdus pendant la mesure ({ $lost }), la plupart avant de quitter { $host } : sa file était pleine.
        [socket] { $percent } % des datagrammes se sont perdus pendant la mesure ({ $lost }), la plupart à la socket réceptrice de { $host } : son tampon était plein.
        [host] { $percent } % des datagrammes se sont perdus pendant la mesure ({ $lost }). { $host } a pu en rejeter la plupart avant la socket ; ses compteurs portent sur tout son trafic.
        [network] { $percent } % des datagrammes se sont perdus pendant la mesure ({ $lost }), la plupart sur le réseau, en route vers { $host }.
        [not_separable] { $percent } % des datagrammes se sont perdus pendant la mesure ({ $lost }), à la socket réceptrice de { $host } ou sur le réseau : son noyau a regroupé des datagrammes (GRO), les deux sont indissociables.
       *[other] { $percent } % des datagrammes se sont perdus pendant la mesure ({ $lost }) ; on ne sait pas où, en route vers { $host }.
    }
finding-rate-not-reached = { $host } a envoyé { $bits_per_second } au lieu des { $asked_bits_per_second } demandés.
finding-fragmented = Les datagrammes de { $datagram_bytes } ont été fragmentés en chemin : ils ne passaient pas entiers.
finding-reordered = { $reordered } datagrammes sont arrivés en désordre, soit { $percent } % des datagrammes reçus.
finding-receive-buffer-granted = { $host } a accordé un tampon de socket en réception de { $granted_bytes }, et non les { $asked_bytes } qu’une rafale peut exiger.
finding-segmentation-used =
    { $by ->
        [sender] Le noyau émetteur a découpé des tampons contenant jusqu’à { $segments } datagrammes (GSO) : à ne pas comparer à des tests de datagrammes simples.
        [receiver] Le noyau récepteur a regroupé jusqu’à { $segments } datagrammes (GRO) : à ne pas comparer à des tests de datagrammes simples.
       *[both] Les noyaux ont découpé et regroupé des tampons contenant jusqu’à { $segments } datagrammes (GSO, GRO) : à ne pas comparer à des tests de datagrammes simples.
    }
finding-out-of-run = { $datagrams } datagrammes étrangers au test sont arrivés à ses sockets sur { $host }. Ils ne figurent dans aucun chiffre.
finding-payload-wrong = Les données ont changé en chemin : { $host } a trouvé des octets faux ({ $wrong }), le premier à l’octet { $place } du flux { $stream }.
finding-payload-verified = { $host } a vérifié { $verified_bytes } de données : chaque octet était celui envoyé.
finding-zero-copy-copied = { $host } devait envoyer sans copie, mais son noyau a tout de même copié { $percent } % des envois.
finding-quota-not-reached =
    { $unit ->
        [bytes] Le temps s’est écoulé avant : { $host } avait envoyé { $done } des { $asked } octets demandés.
       *[operations] Le temps s’est écoulé avant : { $host } avait fait { $done } des { $asked } opérations demandées.
    }
finding-payload-wrong-advice = Une carte, son pilote, un équipement en chemin ou la mémoire d’une machine modifie les données : désactivez le calcul des sommes de contrôle par la carte, puis testez la mémoire.
finding-zero-copy-copied-advice =
    { $machines ->
        [same] Sur une seule machine, aucun gain n’est possible : le noyau doit copier ce qui ne la quitte pas.
       *[apart] La carte ou son pilote ne peut pas envoyer depuis la mémoire d’un programme : aucun gain n’y est possible, envoyez avec copie.
    }
finding-quota-not-reached-advice = Laissez plus de temps, ou demandez moins.
finding-address-translated =
    { $container ->
        [yes] { $host } est un conteneur joint à { $outside }, qui est { $inside } pour lui-même : chaque paquet est réécrit en chemin.
       *[no] { $host } est jointe à { $outside } et se voit comme { $inside } : les adresses sont réécrites en chemin.
    }
finding-udp-blocked = UDP n’atteint pas le port { $port } de { $host }, alors que TCP l’atteint : aucun test UDP ne peut être ouvert dans ce sens.
finding-cloud-allowance-exceeded =
    { $counter ->
        [bw_in_allowance_exceeded] { $host } a reçu par { $interface } plus que le cloud n’accorde à une machine de sa taille. Paquets retenus ou rejetés : { $packets }.
        [bw_out_allowance_exceeded] { $host } a envoyé par { $interface } plus que le cloud n’accorde à une machine de sa taille. Paquets retenus ou rejetés : { $packets }.
        [pps_allowance_exceeded] { $host } a eu sur { $interface } plus de paquets par seconde que le cloud n’en accorde à une machine de sa taille. Paquets retenus ou rejetés : { $packets }.
        [conntrack_allowance_exceeded] { $host } a eu sur { $interface } plus de connexions que le cloud n’en suit pour une machine de sa taille. Paquets rejetés : { $packets }.
        [linklocal_allowance_exceeded] { $host } a sollicité par { $interface } les services du cloud (noms, heure, métadonnées) plus souvent qu’il n’est permis. Paquets rejetés : { $packets }.
       *[other] { $host } a dépassé une limite du cloud sur { $interface } ({ $counter }). Paquets retenus ou rejetés : { $packets }.
    }
finding-foreign-traffic =
    { $role ->
        [sender] Au moins { $percent } % de ce que { $host } a envoyé par { $interface } pendant la mesure n’était pas de ce test : { $foreign_bytes }.
       *[other] Au moins { $percent } % de ce que { $host } a reçu par { $interface } pendant la mesure n’était pas de ce test : { $foreign_bytes }.
    }
finding-softnet-dropped = { $host } a rejeté des paquets à l’arrivée, car leur file était pleine (softnet) : { $packets }.
finding-cpu-throttled = La limite CPU du conteneur a arrêté { $host } dans { $percent } % des périodes ; ses CPU ont attendu { $throttled_seconds } s en tout.
finding-steal-high = L’hyperviseur a donné à d’autres { $percent } % du temps CPU de { $host } (steal).
finding-core-saturated = Le cœur { $core } de { $host } était saturé de paquets : { $softirq_percent } % de son temps est allé aux softirqs.
finding-headline-differs-from-kernel = { $host } a compté { $received_bytes } de données utiles, plus que les { $kernel_bytes } que son noyau a reçus en tout.

finding-same-machine-advice = Placez les deux extrémités sur deux machines pour mesurer le réseau qui les relie.
finding-core-full-advice = Plus de flux peuvent répartir le travail sur d’autres cœurs, s’il en reste de libres ; un cœur plus rapide relève la limite.
finding-core-full-all-advice = Tous les cœurs étaient occupés, par ce test ou par d’autres programmes : davantage de flux n’y changera rien.
finding-late-mark-advice = La machine était trop chargée pour tenir l’heure, ou s’est figée un instant ; dans un test plus long, l’effet est moindre.
finding-peer-lost-advice = Les chiffres de cette extrémité s’arrêtent à la perte de contact ; refaites le test quand elle sera joignable.
finding-not-kept-advice = Libérez de la place sur le disque du dossier de données ; téléchargez cet enregistrement avant l’arrêt du serveur.
finding-resent-advice = Le chemin perd des segments : comparez avec un autre contrôle de congestion ou moins de flux.
finding-socket-buffer-clamped-advice = Augmentez net.core.rmem_max et net.core.wmem_max sur cette machine.
finding-udp-loss-advice =
    { $place ->
        [sender] Demandez un débit plus bas ou une carte plus rapide : la limite est la file de l’émetteur.
        [socket] Demandez un tampon de réception plus grand et augmentez net.core.rmem_max sur cette machine, ou demandez un débit plus bas ou plus de flux.
        [host] La machine réceptrice n’a pas suivi : demandez un débit plus bas, ou répartissez-le sur plus de flux.
        [not_separable] Désactivez le découpage délégué, et le prochain test distinguera le tampon de la socket du réseau.
       *[other] Demandez moins, jusqu’à ce que plus rien ne se perde : c’est ce que le chemin transporte.
    }
finding-rate-not-reached-advice = L’émetteur n’a pas tenu ce débit : des datagrammes plus grands, plus de flux ou la cadence « par longues rafales » ménagent son processeur.
finding-fragmented-advice = Un fragment perdu fait perdre tout le datagramme, et beaucoup de pare-feu rejettent les fragments. Laissez la taille libre, et il passe entier.
finding-reordered-advice = Le chemin a des voies de longueurs différentes, ou une carte répartit un flux sur plusieurs files.
finding-receive-buffer-granted-advice = Augmentez net.core.rmem_max sur cette machine.
finding-segmentation-used-advice = Comparez avec des tests qui l’utilisent aussi, ou désactivez le découpage délégué.
finding-udp-blocked-advice = Autorisez aussi le port en UDP dans le groupe de sécurité ou le pare-feu de cette machine ; avec Docker, publiez-le : -p { $port }:{ $port }/udp
finding-cloud-allowance-exceeded-advice = C’est la taille de la machine qui fixe cette limite : prenez-en une plus grande, demandez moins, ou refaites le test quand ses crédits seront revenus.
finding-foreign-traffic-advice = Autre chose utilisait cette carte au même moment : arrêtez-le et refaites le test.
finding-softnet-dropped-advice = Augmentez net.core.netdev_max_backlog sur cette machine, ou répartissez les paquets reçus sur plus de cœurs (RSS, RPS).
finding-cpu-throttled-advice = Augmentez la limite CPU de ce conteneur, ou retirez-la le temps de la mesure.
finding-steal-high-advice = D’autres machines virtuelles utilisent les mêmes processeurs : refaites le test, ou prenez une machine avec des cœurs dédiés.
finding-core-saturated-advice = Une seule file de la carte alimente ce cœur : utilisez plus de files (RSS), répartissez-les (RPS), ou utilisez plus de flux.

## What is done with a run that is kept, on its report and in the list

share = Partager…
share-hide = Masquer les adresses, les noms des machines, le libellé et la remarque
share-expires = Validité du lien
expires-1 = un jour
expires-7 = 7 jours
expires-30 = 30 jours
expires-365 = un an
expires-never = jusqu’à révocation
share-make = Créer un lien
share-made = Le lien est créé.
share-link = le lien vers ce test
share-anyone = Toute personne qui a le lien voit le test, sans se connecter.
# Beside a link: until when it works, and what it shows.
share-hidden-until = Valable jusqu’au { $time }, noms masqués.
share-hidden-for-ever = Valable jusqu’à révocation, noms masqués.
share-open-until = Valable jusqu’au { $time }, noms visibles.
share-open-for-ever = Valable jusqu’à révocation, noms visibles.
share-run = Son test
share-withdraw = Révoquer
share-withdrawn = Le lien est révoqué. Il ne mène plus à rien.
shares = Liens valables
words = Libellé et remarque
words-keep = Enregistrer
working = Un instant…
print = Imprimer
delete = Supprimer
undo = Annuler
run-deleted = Supprimé ici ; l’autre machine garde sa propre copie. Vous quitterez cette page dans { $seconds } s ; l’historique permet de revenir en arrière pendant dix minutes.
run-restored = Le test est de nouveau ici.
# Below the list of runs; the figures of the runs that are ticked follow, for example “9.41 Gbit/s · 6.87 Gbit/s”.
runs-selected =
    { $count ->
        [one] { $count } test sélectionné. { $means }
       *[other] { $count } tests sélectionnés. { $means }
    }
runs-deleted =
    { $count ->
        [one] { $count } test supprimé.
       *[other] { $count } tests supprimés.
    }
clear-selection = Tout désélectionner
deleted = Supprimés récemment
deleted-how = Chaque test peut être rétabli pendant dix minutes.
import = Importer un enregistrement
import-hint = Un fichier JSON exporté par n’importe quel pairperf. Choisissez-le ou déposez-le ici.
import-choose = Choisir un fichier
import-sending = Lecture du fichier { $name }…
import-failed = L’importation du fichier { $name } a échoué.
# Of a file that is no record; $json is what the link to the right one is called.
import-which = Choisissez le fichier que « { $json } » télécharge dans un rapport.
import-open = Ouvrir le test
# The charts of a report.
zoom = Portion de temps
zoom-in = Zoom avant
zoom-out = Zoom arrière
zoom-whole = Test entier
zoom-how = Faites glisser la souris sur un graphique pour voir cette portion de temps, ou appuyez sur + et − ; 0 affiche le test entier.
lines = Courbes des graphiques
picture-svg = Enregistrer en SVG
picture-png = Enregistrer en PNG

## Errors: what they are called. What happened and what to do is said by the server.

error-other = Cela n’a pas fonctionné
error-no-answer = Le serveur de cette machine ne répond pas
error-strange-answer = La réponse n’a pas pu être comprise
error-busy = Un test est déjà en cours
error-peer-busy = L’autre machine est occupée
error-bad-address = Ce n’est pas une adresse
error-bad-code = Ce n’est pas un code d’appairage
error-unreachable = L’autre machine est injoignable
error-not-a-pairperf = Autre chose répond à cette adresse
error-version-mismatch = Les deux machines parlent des versions différentes
error-self-pairing = C’est cette machine elle-même
error-not-inviting = L’autre machine n’a pas de code actif
error-code-refused = Le code n’a pas été accepté
error-timed-out = L’autre machine n’a pas répondu à temps
error-connection-lost = La connexion a été perdue
error-protocol-error = L’autre machine a envoyé un message inattendu
error-pairing-ended = Les machines ne sont plus appairées
error-too-many-pairings = Il y a trop d’appairages
error-no-pairing = Ces machines ne sont pas appairées
error-ended = Les machines ne sont plus appairées
error-peer-silent = L’autre machine ne répond pas
error-peer-lost = Le contact avec l’autre machine est perdu
error-not-found = Cet élément n’existe pas
error-bad-request = La requête est illisible
error-bad-config = Test impossible avec ces paramètres
error-plan-impossible = Test impossible entre ces machines
error-way-closed = Le chemin vers l’autre machine est fermé
error-udp-port = Le port UDP n’est pas utilisable
error-limit = C’est plus que ce qui est permis ici
error-not-allowed = L’autre machine ne le permet pas
error-unauthorized = Aucune session n’est ouverte
error-too-many = Trop à la fois
error-store = Le test n’a pas pu être conservé

## Documents: navigation, history, report, help

nav-history = Historique
nav-help = Aide
language = Langue
apply = Appliquer
start-failed = Cette page n’a pas pu démarrer dans ce navigateur. Tout reste possible sans elle : chaque étape existe dans l’interface JSON sous /api/v1 et dans les commandes de « pairperf --help » ; le README montre comment. Les rapports et l’historique fonctionnent ici.
start-noscript = L’appairage et le lancement d’un test demandent JavaScript et WebAssembly, ou les commandes de « pairperf --help ». Les rapports et l’historique s’en passent.
foot-help = Comment chaque chiffre est établi
error-code = Code :
error-no-run = Ce test n’existe pas
error-no-share = Ce lien ne montre rien
run-again = Refaire le test
file-html = HTML
file-html-what = le rapport en un seul fichier, avec ses graphiques
file-markdown = Markdown
file-markdown-what = pour un ticket ou un wiki
file-text-what = pour un terminal ou un courriel
file-json-what = l’enregistrement complet, réimportable
file-jsonl-what = un objet par ligne
file-csv-receiver-what = ses échantillons
file-csv-sender-what = ses échantillons
file-csv-summary = CSV, chiffres
file-csv-summary-what = les deux extrémités, une ligne chacune
file-csv-streams = CSV, flux
file-csv-streams-what = une ligne par flux et par extrémité
file-svg = SVG
file-svg-what = les graphiques en image
report-imported = Cet enregistrement a été importé d’un fichier.
report-redacted = Les adresses et les noms des machines sont masqués dans ce rapport.
history-title = Tous les tests conservés sur { $name }
history-lead =
    { $count ->
        [one] { $count } test. Cochez des tests pour les supprimer ensemble.
       *[other] { $count } tests. Cochez des tests pour les supprimer ensemble.
    }
history-empty = Aucun test n’a encore eu lieu ici. Appairez deux machines et lancez un test ; son résultat restera ici.
history-begin = Appairer deux machines
history-filters = Filtres
history-search = Libellé ou remarque
history-host = Nom de machine
history-any = peu importe
history-to-peer = depuis la machine initiatrice
history-from-peer = vers la machine initiatrice
history-running = en cours
history-days =
    { $days ->
        [one] dernier jour
       *[other] { $days } derniers jours
    }
history-filter = Filtrer
history-clear = Effacer les filtres
history-count = Tests : { $shown } sur { $total }
history-none = Aucun test ne passe ces filtres.
history-pick = Choisir
history-what = Machines et libellé
history-machines = { $from } → { $to }
history-spark = Débit au cours du test
history-mean = Moyenne reçue
history-imported = importé
history-newer = Tests plus récents
history-older = Tests plus anciens
history-csv = Cette liste en CSV
help-title = Aide
help-lead = Ce qui est mesuré, comment chaque chiffre est établi et ce que les mots veulent dire.
help-steps = En quatre étapes
help-step-start = Démarrez pairperf sur les deux machines et ouvrez l’une ou l’autre dans un navigateur.
help-step-pair = Lisez le code d’appairage sur une machine et saisissez-le sur l’autre. Un seul port doit être ouvert, sur la machine qui affiche le code.
help-step-run = Choisissez ce que vous voulez savoir et lancez. Les deux extrémités s’affichent en direct ; toute personne connectée à l’une des machines peut suivre.
help-step-share = Le rapport reste dans l’historique des deux machines. Partagez-en le lien, téléchargez-le ou imprimez-le.
help-measured = Comment chaque chiffre est établi
measured-rate = Débit
measured-rate-text = Octets de données utiles arrivés au récepteur entre deux relevés de ses compteurs, multipliés par huit et divisés par le temps réel qui les sépare. Les en-têtes ne comptent pas : Ethernet à 10 Gbit/s transporte au plus 9,41 Gbit/s de données utiles TCP dans des trames de 1 500 octets.
measured-phases = Les phases
measured-phases-text = Les flux sont ouverts, puis les données utiles circulent pendant la chauffe, la mesure et le refroidissement. Seul ce qui tombe dans la mesure entre dans les chiffres ; le reste est ombré dans les graphiques.
measured-ends = Les deux extrémités
measured-ends-text = Chaque extrémité compte pour elle-même. Pendant la mesure, elles peuvent différer de ce qui était en transit ou dans les tampons au départ et à l’arrêt du chronomètre ; sur toute la vie d’un flux, il n’arrive jamais plus qu’il n’a été envoyé.
measured-spread = Minimum, médiane, maximum, écart type
measured-spread-text = Établis sur les débits entre échantillons voisins, dix par seconde. Rien n’est lissé ni écarté ; un intervalle plus court que la moitié de l’intervalle habituel est joint au suivant.
measured-resent = Retransmissions
measured-resent-text = Ce que le noyau de l’émetteur compte comme segments retransmis (tcpi_total_retrans), rapporté aux segments pleins que remplissent les données utiles.
measured-lost = Perdus, en double, en désordre
measured-lost-text = Chaque datagramme porte un numéro. Sont perdus les numéros qui ne sont pas arrivés, y compris ceux que la file de l’émetteur a refusés. Un datagramme déjà arrivé ne compte qu’une fois ; celui qui suit un numéro plus élevé est en désordre (RFC 4737).
measured-places = Où les datagrammes se perdent
measured-places-text = Sur tout le test : ceux qui ont reçu un numéro, moins ceux qui sont arrivés. Jamais envoyés : refusés par le noyau de l’émetteur (ENOBUFS). À la socket : rejetés par le noyau du récepteur aux seules sockets de ce test (SO_MEMINFO). Dans la machine : dit avec « jusqu’à », car ses compteurs portent sur tout son trafic ; le reste s’est perdu sur le réseau, d’où « au moins ». Quand le noyau regroupe des datagrammes (GRO), il compte des tampons et non des datagrammes : socket et réseau sont alors indissociables.
measured-jitter = Gigue
measured-jitter-text = Écart entre l’intervalle des datagrammes au récepteur et celui à l’émetteur, lissé comme dans la RFC 3550 ; moyenne des échantillons et des flux. Les horloges n’ont pas à concorder.
measured-pace = Irrégularité de la cadence
measured-pace-text = Datagrammes acceptés par le noyau de l’émetteur à chaque milliseconde : leur écart-type en pourcentage de leur moyenne. En dessous de cinq par milliseconde, il n’est pas indiqué.
measured-round-trip = Aller-retour (RTT)
measured-round-trip-text = À vide : le plus court de douze pings sur la liaison entre les deux serveurs, avant que les données utiles circulent. En charge : la valeur lissée du noyau de l’émetteur (tcpi_rtt), en médiane sur tous les flux.
measured-cpu = Charge CPU
measured-cpu-text = Temps d’activité de toute la machine d’après /proc/stat, autres programmes compris ; le cœur le plus chargé figure à côté, car un seul cœur saturé limite un test bien avant qu’ils le soient tous.
measured-streams = Flux et équité
measured-streams-text = Chaque flux est compté séparément. L’équité est l’indice de Jain : 1 quand tous les flux ont la même part, près de 0 quand un seul a tout.
measured-clocks = Horloges
measured-clocks-text = Les deux extrémités sont tracées sur l’heure du coordinateur. L’écart d’horloge vient du ping au plus court aller-retour ; son erreur est d’au plus la moitié de cet aller-retour et figure parmi les conditions.
help-open = Ce qui doit être ouvert
help-open-text = Un port sur la machine qui affiche le code d’appairage : en TCP, et aussi en UDP pour les tests UDP. L’autre machine ouvre tous les flux, quel que soit l’émetteur.
help-words = Vocabulaire
word-node = Nœud
word-node-text = Un serveur pairperf en marche.
word-join-code = Code d’appairage
word-join-code-text = Huit symboles qui appairent deux nœuds une seule fois, dans les dix minutes.
word-pairing = Appairage
word-pairing-text = Deux nœuds qui se sont prouvé le code d’appairage, et la liaison chiffrée entre eux.
word-run = Test
word-run-text = Une mesure, de la vérification du plan à l’enregistrement.
word-stream = Flux
word-stream-text = Une connexion TCP, ou un flux de datagrammes UDP, qui transporte les données utiles du test.
word-warm-up = Chauffe
word-warm-up-text = Données utiles avant la mesure, pour laisser grandir les fenêtres de congestion.
word-cool-down = Refroidissement
word-cool-down-text = Données utiles après la mesure, pour qu’aucun flux ne s’y termine.
word-congestion-control = Contrôle de congestion
word-congestion-control-text = La manière dont un noyau règle la vitesse d’envoi de TCP, par exemple cubic ou bbr. Il change les résultats ; il figure donc à côté de chaque chiffre principal.
word-finding = Constat
word-finding-text = Ce qui a limité ou perturbé un test, avec les chiffres qui le montrent.
word-record = Enregistrement
word-record-text = Tout ce qui a été demandé, prévu, accordé et compté aux deux extrémités. Tous les rapports et fichiers en sont tirés.
help-about = À propos
help-licence = Logiciel libre sous MIT ou Apache-2.0.
