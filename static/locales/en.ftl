# English. Arguments are names and figures made ready to be read; units are never translated.
# Sections: frame, pairing, run form, run, report, events, findings, errors.

## The frame around every page

skip = Skip to the content
brand = pairperf, start page
brand-left = pair
brand-right = perf
title = { $page } – pairperf
nav = Main
nav-machines = Machines
nav-new = New run
nav-running = Running now
mast-alone = this machine { $name }, not paired
mast-paired = this machine { $name }, paired with { $peer }
mast-link-down = this machine { $name }, out of touch with { $peer }
display = Display
theme = Theme
theme-system = As the system
theme-light = Light
theme-dark = Dark
loading = Loading
lost = This machine’s server does not answer. What you see may be old.
lost-retry = Trying again in { $seconds } s.
retry-now = Retry now
updated = This machine’s server was updated since this page was opened.
reload = Reload
try-again = Try again
foot = pairperf { $version } on { $name }, { $address }
foot-api = API
copy = Copy
copied = Copied
copy-failed = Select it by hand

## The login page

login-title = Log in
login-lead = This page belongs to whoever runs this pairperf.
login-label = Token
login-hint = The server printed it when it started, in the line “log in at”, after the “#”; it is also in the file “token” of its data folder.
login-button = Log in
login-failed = That token is not right.

## Pairing

home-alone = Two machines, one link. Pair them to see what it carries.
home-failed = This machine’s server could not be asked
this-machine = this machine
other-machine = the other machine
wire-alone = { $name } and a second machine that is not paired yet
wire-paired = { $here } and { $there }, paired
nothing-joined = Nothing is paired yet. Waiting for the other machine.
code-read = Read this code to whoever is at the other machine
code-spoken = Join code: { $code }
code-valid = Valid for
code-works = Works
code-once = once
code-tries = Tries left
code-making = Making a code…
code-ended = No code is open
code-new = New code
time-minutes = { $minutes } min { $seconds } s
time-seconds = { $seconds } s
ways = Bring the other machine here
way-browser = It has a browser
way-browser-how = Open pairperf there and type this address and code where it says “I have a code”, or follow the link.
way-paste = You can paste
way-paste-how = Address and code in one string, for the field on its page.
way-terminal = It has only a terminal
way-terminal-how = Run one of these on it. The first lets a running server join, the second starts one.
qr = QR code of the join link
copy-link = Copy the link
copy-ticket = address and code
copy-join = command for a running server
copy-serve = command that starts a server
other-addresses = Not reachable there? This machine also has { $addresses }.
open-port = Only the port in the address has to be open here: for TCP, and for UDP too where UDP is to be measured.
have-code = I have a code
prefilled = A link to { $address } brought you here. Nothing happens until you choose Join.
join-code = Code, string or link from the other machine
join-code-hint = With its address: 10.0.0.4:7575/7K3F-Q9RN. Spaces, dashes and lower case are fine; O counts as 0, I and L as 1.
join-address = Address of the other machine
join-address-hint = As its page shows it, for example 10.0.0.4:7575. Without a port, 7575.
address-missing = The address is missing.
join = Join
joining = Joining…
code-good = The code is complete.
code-length = A code has 8 symbols, this has { $count }.
code-symbol = “{ $symbol }” does not occur in a code.
code-check = One symbol is off. Check what was typed.
code-missing = Type or paste a code first.
code-begun =
    { $count ->
        [one] The code has 8 symbols, { $count } is here so far.
       *[other] The code has 8 symbols, { $count } are here so far.
    }
attempt-now = Joining { $address }
attempt-failed = Joining { $address } did not work
step-reach = Reach the machine
step-versions = Speak the same version
step-verify = Prove the code to each other
step-introduce = Introduce the machines
step-done = passed
step-now = under way
step-failed = failed here
step-next = still to come
parted = { $name } is no longer paired. Pair again with a new code.
join-link-where = Which machine is the other end?
join-link-how = This link belongs to { $here }. Give the address of the other machine’s page, and it opens with the code filled in.
join-link-broken = This link holds no join code
join-link-broken-why = It may have been cut off. Ask for it again, or type the code on the other machine’s page.
other-page = Address of the other machine’s pairperf page
other-page-hint = For example 10.0.0.5:7575, or db-b. Without a port, 7575.
go-there = Go to its page
paired = { $here } and { $there } are paired.
paired-since = Paired since { $time }.
link-up = Paired, and nothing is running.
link-running = A run is going on.
link-down = The connection between the two is lost and is being made again.
slower-card = The slower card allows { $speed }
choose-run = New run
watch-running = Watch the run
peer-may-start = { $peer } may start runs here
may-not-start = { $peer } does not allow runs to be started from here. That is a switch on its page.
unpair = Unpair
unpair-really = Really unpair?
unpair-keep = Keep
facts = What each end brings
facts-what = What
differs = differs
fact-cpu = Processor
fact-cores = Cores
fact-cores-at = { $count }, { $clock }
fact-memory = Memory
fact-system = System
fact-card = Card
fact-mtu = MTU
fact-control = Congestion control
fact-send-max = Largest send buffer to ask for
fact-receive-max = Largest receive buffer to ask for
fact-version = pairperf
runs = Latest runs
runs-none = Nothing was run here yet. Pair two machines and start a run; its result stays here.
runs-when = When
runs-what = What
runs-mean = Mean, received
runs-outcome = Outcome
runs-line =
    { $streams ->
        [one] { $from } → { $to }, { $protocol }, { $streams } stream
       *[other] { $from } → { $to }, { $protocol }, { $streams } streams
    }

## The form of a run

new-run = New run
new-question = What do you want to know about this link?
new-question-lead = Pick the question. Everything below is filled in for it, and you can change any of it.
new-unpaired = A run needs two machines that are paired. These are not, or not any more.
new-unpaired-how = Pair the second machine on the start page, then come back here. What was filled in stays in the address.
new-link-down = The connection between the two is lost and is being made again. A run can begin once they see each other.
question = Question
# The questions, each with what is done to answer it, in a line of its own.
preset-quick = Is this link healthy?
preset-quick-answer = A quick check: 8 streams for 10 seconds, both ends watched.
preset-ntttcp = How fast can it go?
preset-ntttcp-answer = NTttcp’s own default: 64 streams (16 × 4) for a minute.
preset-one = How fast is one connection?
preset-one-answer = What a single copy or backup will get.
preset-thousands = Does it hold under thousands?
preset-thousands-answer = 4,096 streams at once, and who of them is starved.
preset-back = Does the other way differ?
preset-back-answer = The quick check with the payload flowing back.
preset-both = What if both send at once?
preset-both-answer = 8 streams each way at the same time: what one direction takes from the other.
preset-long = Does it hold for long?
preset-long-answer = Ten minutes: allowances run out, machines get warm.
preset-udp = How much UDP gets through?
preset-udp-answer = 1 Gbit/s of datagrams, and where the rest is lost.
preset-even = How even is the way for small packets?
preset-even-answer = 6,250 small datagrams a second, as calls send them: loss, order and jitter.
preset-small = How many small packets get through?
preset-small-answer = 64-byte datagrams as fast as the sender can: here each packet costs, not its bytes.
preset-answers = How long does an answer take?
preset-answers-answer = One byte there, one byte back, again and again: the usual time and the slowest ones.
preset-connections = How fast are connections made?
preset-connections-answer = 8 streams that connect, ask once and begin again, as short web requests do.
# How long a run takes and how much data it moves at most, under a question: “64 s, up to 74.5 GiB”.
forecast-seconds = { $seconds } s, up to { $volume }
forecast-minutes = { $minutes } min { $seconds } s, up to { $volume }
forecast-hours = { $hours } h { $minutes } min, up to { $volume }
forecast-seconds-unknown = { $seconds } s, amount of data unknown
forecast-minutes-unknown = { $minutes } min { $seconds } s, amount of data unknown
forecast-hours-unknown = { $hours } h { $minutes } min, amount of data unknown
forecast-volume = up to { $volume }
forecast-volume-unknown = not known
forecast-volume-exchange = as much as is asked and answered
time-hours = { $hours } h { $minutes } min
group-test = The test
group-exchange = Requests and answers
group-datagrams = Datagrams
group-sockets = Buffers and sockets
group-path = Ports, addresses and packets
group-phases = Phases
group-threads = Threads
group-note = Note
group-ends = Where the two ends differ
ends-note = Each field is for one machine alone. Left empty, it has what stands above.
ends-same = as above
ends-on = on
ends-off = off
group-reset = Back to what the question has
# Beside the name of settings that are folded away.
group-same = as the question has it
group-changed =
    { $count ->
        [one] { $count } changed
       *[other] { $count } changed
    }
knob-direction = Direction
knob-direction-hint = Which way the payload flows; of requests, who asks: the machine on the left of the arrow.
choice-direction-to-peer = { $here } → { $there }
choice-direction-from-peer = { $there } → { $here }
choice-direction-both = both ways at once
choice-direction-each-in-turn = one way, then the other
knob-protocol = Protocol
knob-protocol-hint = TCP shows what a transfer gets; UDP shows what the way itself carries and loses.
choice-protocol-tcp = TCP
choice-protocol-udp = UDP
knob-mode = What is measured
knob-mode-hint = How much gets through, how long an answer takes, or how fast connections come up.
choice-mode-throughput = how much flows
choice-mode-request-response = how long answers take
choice-mode-connections = connections a second
knob-request = Request
knob-request-hint = Payload bytes of a request, for example 1 or 4KiB. One byte shows the way alone.
knob-response = Answer
knob-response-hint = Payload bytes of an answer.
knob-spin = Without sleeping
knob-spin-hint = Both ends look for what comes instead of waiting for it: answers are faster, and a whole core is busy at each end.
knob-rate = Rate
knob-rate-hint = Payload of all streams together, for example 1Gbit/s or 50M.
knob-unlimited = Unlimited
knob-unlimited-hint = As fast as the sender can. It crowds out everything else on the way.
knob-stream-rate = Rate of each stream
knob-stream-rate-hint = In place of the rate of all streams, for example 10M.
knob-datagram = Datagram
knob-datagram-hint = Payload bytes of one datagram; larger ones than the way takes whole are cut up.
knob-pace = How the rate is kept
knob-pace-hint = An even pace costs a core; long bursts cost queues on the way.
choice-pace-quantum = in short bursts
choice-pace-spin = evenly, with a whole core
choice-pace-gso = in long bursts, cut up by the kernel
knob-segmentation-offload = Segmentation offload
knob-segmentation-offload-hint = Whether the kernels cut up and join datagrams (GSO, GRO): less CPU, but drops are counted in lumps.
choice-segmentation-offload-auto = as the plan decides
choice-segmentation-offload-on = on
choice-segmentation-offload-off = off
knob-payload = Payload
knob-payload-hint = Nothing on the way can compress random bytes. Verified ones are looked at one by one: a flipped byte is found, at the cost of CPU.
choice-payload-random = random
choice-payload-zero = zeros
choice-payload-verified = verified byte by byte
knob-send-copy = Sending
knob-send-copy-hint = Zero-copy spares the sender’s CPU on fast cards (MSG_ZEROCOPY). No gain is possible on one machine.
choice-send-copy-copy = with a copy
choice-send-copy-zero-copy = zero-copy
knob-receive-copy = Receiving
knob-receive-copy-hint = Thrown away by the kernel (MSG_TRUNC), payload costs the receiver less. Real programs do not receive like that.
choice-receive-copy-copy = with a copy, as programs do
choice-receive-copy-discard = thrown away by the kernel
knob-mss = Segment size
knob-mss-hint = Payload bytes of a TCP segment at most (TCP_MAXSEG). Smaller ones fit through tunnels and cost more CPU.
knob-dscp = Priority mark (DSCP)
knob-dscp-hint = 0 to 63, or a name such as ef or af41: shows whether the network treats marked packets better.
knob-source-address = Source address
knob-source-address-hint = Where the machine that opens the streams opens them from: picks one of several cards.
knob-source-interface = Source interface
knob-source-interface-hint = The card they leave by whatever the routes say, for example eth0.
knob-ports = Ports
knob-ports-hint = All streams to one port pass through one hole in a firewall.
choice-ports-single = the one port of pairperf
choice-ports-ntttcp = one for each stream, as ntttcp does
knob-base-port = First port
knob-base-port-hint = Where the ports begin if each stream has one.
knob-connect = Streams are opened by
knob-connect-hint = The other machine has to be reachable from the one that opens.
choice-connect-dialler = { $dialler }, which joined
choice-connect-inviter = { $inviter }, which invited
knob-duration = Duration
knob-duration-hint = How long to measure, for example 10s, 500ms or 2m.
knob-stop-after = Stop after bytes
knob-stop-after-hint = The run ends when so much was moved, for example 10GiB; the duration is then the longest it takes.
knob-stop-after-operations = Stop after operations
knob-stop-after-operations-hint = The run ends after so many sends or requests; the duration is then the longest it takes.
knob-streams = Streams
knob-streams-hint = How many at once: TCP connections, or up to 64 flows of UDP.
knob-buffer = Buffer
knob-buffer-hint = Bytes handed to one send or receive call, for example 256KiB.
knob-threads = Threads
knob-threads-hint = Worker threads at each end.
knob-streams-per-thread = Streams per thread
knob-streams-per-thread-hint = Each thread serves so many, in place of a number of streams.
knob-mappings = Sessions
knob-mappings-hint = As ntttcp writes them: threads,CPU,*, for example “2,0,* 2,1,*”. They say how many threads run on which CPU.
knob-cpus = CPUs
knob-cpus-hint = Threads are pinned to them in turn, for example 0-3,8: figures wander less from run to run.
knob-warm-up = Warm-up
knob-warm-up-hint = Payload that flows first and is not counted.
knob-cool-down = Cool-down
knob-cool-down-hint = Payload that flows last and is not counted.
knob-send-socket-buffer = Send socket buffer
knob-send-socket-buffer-hint = SO_SNDBUF to ask for.
knob-receive-socket-buffer = Receive socket buffer
knob-receive-socket-buffer-hint = SO_RCVBUF to ask for.
knob-no-delay = No delay
knob-no-delay-hint = Small writes leave at once (TCP_NODELAY).
knob-congestion-control = Congestion control
knob-congestion-control-hint = One that both machines offer.
knob-label = Label
knob-label-hint = A short name for the run.
knob-note = Note
knob-note-hint = Anything worth remembering about it.
empty-plan = as the plan decides
empty-kernel = as the kernel decides
empty-never = a value is needed
empty-none = none
# What a field has before it is changed, under the changed field.
changed = Changed, the question has { $value }
changed-empty = Changed, the question leaves it open
changed-on = Changed, the question has it on
changed-off = Changed, the question has it off
plan = The plan
plan-not-yet = Shown once every field can be read.
plan-sends = Sends
plan-receives = Receives
plan-opens = Opens
plan-takes = Takes
plan-moves = Moves
plan-calls = Each call
plan-asks = Asks
plan-answers = Answers
plan-exchange = { $request } there, { $response } back
plan-machine = { $host }: { $threads }
# What the machine that joined the other one opens; the address is the other one's.
plan-connections =
    { $streams ->
        [one] { $host } opens { $streams } { $protocol } stream to { $address }
       *[other] { $host } opens { $streams } { $protocol } streams to { $address }
    }
plan-accepts =
    { $streams ->
        [one] { $host } opens { $streams } { $protocol } stream to this machine
       *[other] { $host } opens { $streams } { $protocol } streams to this machine
    }
plan-ends = { $span }, ends about { $time }
plan-moves-most = up to { $volume }, at { $speed }
plan-buffer = { $size } at { $host }
plan-buffers = { $size } at either end
plan-datagrams = { $bytes } bytes of payload
plan-datagrams-cut = { $bytes } bytes of payload, cut up on the way
plan-batch = up to { $count } datagrams at once
plan-batch-kernel = up to { $count } datagrams at once, cut up and joined by the kernels
plan-rate = { $rate } each stream, { $pace }
start = Start
start-after = Start when it is over
starting = Starting…
idle = Nothing is running on this machine.
busy-run = A run is going on here.
busy-run-owner = A run of { $owner } is going on here.
busy-run-left = A run of { $owner } is going on here, for { $left } more at most.
busy-there = A run is going on at { $peer }.
busy-there-owner = A run of { $owner } is going on at { $peer }.
busy-there-left = A run of { $owner } is going on at { $peer }, for { $left } more at most.
busy-watch = Watch it
# What to know before a run starts; nothing of it keeps the run from starting.
warning-send-buffer = { $host } allows { $most } (net.core.wmem_max), so the send buffer will be that and not { $asked }.
warning-receive-buffer = { $host } allows { $most } (net.core.rmem_max), so the receive buffer will be that and not { $asked }.
warning-threads =
    { $cores ->
        [one] { $host } has { $cores } core: { $threads } threads will take turns on it.
       *[other] { $host } has { $cores } cores: { $threads } threads will take turns on them.
    }
warning-mtu = The machines send frames of different sizes (MTU): { $here } { $here_mtu }, { $there } { $there_mtu }.
warning-speed = The card of { $host } does not say its speed, so how much data a run moves can’t be told ahead.
warning-same-machine = Both ends run on one machine: no network card or cable will be in the figures.
warning-unlimited = { $host } will send as fast as it can: UDP takes no heed of others and crowds them out.
warning-rate = { $asked } are more than the slower card carries, { $carries } of payload: the rest will be lost.
warning-fragment = A datagram of { $bytes } bytes does not fit through in one piece: it is cut up on the way, and one lost piece loses all of it.
warning-segmentation = The kernels will cut and join datagrams (GSO, GRO). Do not compare it with runs of plain datagrams.
warning-zero-copy = Both ends run on one machine, where the kernel copies all the same: zero-copy can gain nothing.
warning-quota = { $quota } take longer than { $duration } even at the speed of the card: the run will end by time.
warning-small-buffer = On one machine a send buffer below 64KiB makes the sender wait for each acknowledgement: the rate will be that of the buffer.
warning-spin = Each stream keeps a whole core busy at either end, whether requests come or not.
warning-dscp = Networks on the way may change the mark or take no heed of it.
warning-verified = The receiver looks at every byte: on a fast link its CPU may set the rate.
problem-range = Between { $min } and { $max }, please.
problem-choice = One of { $known }, please.
problem-unreadable = This can’t be read: { $why }.
problem-text = At most { $max } letters, digits or signs, please.
problem-unknown = There is no such setting; known are { $known }.
problem-idle-threads = { $threads } threads for { $streams } streams: a thread without a stream has nothing to do.
problem-protocol = This has no meaning with { $protocol }.
problem-no-rate = UDP takes whatever it is given and crowds out everything else on the way: a rate is needed, or “unlimited”.
problem-two-rates = The rate is said twice: keep one of rate, rate of each stream and unlimited.
problem-pace-offload = The pace by segmentation offload needs that offload: leave it on, or choose another pace.
problem-too-many-streams = { $with } may have { $max } streams at most.
problem-too-many-exchanges = Each stream that asks has a thread of its own: { $max } at most.
problem-mode = This has no meaning with what is measured.
problem-streams-twice = Threads or sessions make { $made } streams already: say the same number here, or 1.
problem-threads-twice = Sessions say how many threads there are. Leave this empty.
problem-cpus-twice = Sessions say which CPU each thread has. Leave this empty.
problem-ends-differ = The two ends would have { $here } and { $there } streams. They need the same number.
problem-not-per-end = This is the same at both ends.
problem-zero-copy-verified = Payload to verify is written anew for each call and can’t be sent without a copy. Leave one of the two out.
problem-discard-verified = What is thrown away can’t be verified. Leave one of the two out.
problem-two-limits = A run ends after bytes or after operations: keep one of the two.
problem-mode-protocol = This works with { $protocol } alone.
problem-ports-end =
    { $streams ->
        [one] { $streams } port from { $base } on goes beyond 65535.
       *[other] { $streams } ports from { $base } on go beyond 65535.
    }
plan-congestion-control = { $host } does not offer “{ $wanted }”. It offers { $offered }.
plan-open-files = { $host } allows { $allowed } open files, and this needs { $needed }. Raise its limit (ulimit -n) or ask for fewer streams.
plan-memory = The buffers of all threads would take { $needed } of { $host }, which gives { $allowed } to a run. Ask for smaller buffers or fewer threads.
plan-threads = { $host } allows { $allowed } threads, and this needs { $threads } besides those of the node. Raise its limit (ulimit -u) or ask for fewer.
plan-local-ports = { $host } has { $available } local ports, and every stream needs one. Ask for fewer streams.
plan-segmentation-offload = The kernel of { $host } has no segmentation offload for UDP (UDP_SEGMENT, UDP_GRO). Leave it to the plan or switch it off, and keep the rate in another way.
plan-not-listening = { $host } does not listen, so { $from } can’t open streams to it. Let { $host } open them, or start it with “pairperf serve”.
plan-way-closed = { $protocol } from { $from } to port { $port } of { $host }: { $state }. The start page says what opens this way.
# What was found at the end of a way between two machines.
way-open = open
way-tcp-only = open for TCP only
way-refused = refused
way-filtered = no answer
way-not-the-peer = something else answers
way-wrong-family = no address for it
way-not-listening = nothing listens
way-closed = closed
way-unknown = not tried
remedy-docker = Docker: publish the port
remedy-aws = Amazon EC2 security group
remedy-azure = Azure network security group
remedy-gcp = Google Cloud firewall
remedy-ufw = ufw (Ubuntu)
remedy-firewalld = firewalld (Fedora, RHEL)
remedy-nftables = nftables
remedy-windows = Windows firewall

## A run

run = Run
run-not-found = There is no such run here
run-not-found-why = It may have been deleted, or belong to another machine: a run is kept by the two that made it.
run-not-loaded = The run could not be loaded
run-title = { $rate }, { $state }
# The heading of a run that goes on.
run-what =
    { $streams ->
        [one] { $from } to { $to }, { $protocol }, { $streams } stream, { $duration }
       *[other] { $from } to { $to }, { $protocol }, { $streams } streams, { $duration }
    }
run-over = The run has ended. Its report is being fetched.
phases = Phases of the run
phase-check = Check
phase-prepare = Prepare
phase-warm-up = Warm-up
phase-measure = Measure
phase-cool-down = Cool-down
phase-collect = Collect
phase-left = { $phase }, { $seconds } s left
phase-of = ({ $passed } of { $whole })
opening = Opening streams, { $up } of { $of } up
state-check = checking
state-prepare = opening streams
state-warm-up = warming up
state-measure = measuring
state-cool-down = cooling down
state-collect = collecting
state-done = done
state-failed = failed
state-cancelled = stopped
state-interrupted = interrupted
stop = Stop and keep
stopping = Stopping…
trouble-stopping = Stopping. What was counted so far is kept.
trouble-link = The machines lost sight of each other. The run goes on; they are trying to meet again.
trouble-stalled = { $from } sends, but nothing has reached { $to } for two seconds.
trouble-stalled-sender = Nothing has left { $from } for two seconds.
# The other machine gives no sign of life; the run ends when the time is over.
trouble-peer =
    { $seconds ->
        [0] The machines lost sight of each other, and nothing flows. The run is about to be given up.
        [one] The machines lost sight of each other, and nothing flows. The run is given up in { $seconds } second.
       *[other] The machines lost sight of each other, and nothing flows. The run is given up in { $seconds } seconds.
    }
pause-drawing = Pause drawing
paused = Drawing is paused, and the run goes on. Charts and streams are of the moment at which it was paused.
wire-live = Traffic from { $from } to { $to }
wire-done = What went from { $from } to { $to }
arriving = Arriving at { $to } now
arriving-last = Last seen arriving at { $to }
sends = sends
receives = receives
trio-mean = mean
trio-min = min
trio-max = max
trio-deviation = std. deviation
trio-offered = sent
trio-lost = lost
trio-jitter = jitter
left-host = left { $host }
reached-host = reached { $host }
round-trip-both = { $now } round trip under load, { $idle } between the idle servers
round-trip-now = { $now } round trip
round-trip-idle = { $idle } round trip, idle
scale-lanes = Drawn to scale: wall to wall is the slower card’s { $speed }, each lane is one stream.
scale-band = Drawn to scale: wall to wall is the slower card’s { $speed }, the band is all streams.
scale-unknown = Each lane is one stream, as thick as it is fast. What the link can carry is not known.
scale-unknown-band = The band is all streams. What the link can carry is not known.
machine-label =
    { $cores ->
        [one] { $cores } core of { $host }, { $busiest } busy
       *[other] { $cores } cores of { $host }, the busiest at { $busiest }
    }
cpu-all =
    { $cores ->
        [one] { $percent } of { $cores } core
       *[other] { $percent } of { $cores } cores
    }
cpu-busiest = busiest { $percent } (core { $core })
over-time = Over time
# Charts: -what says what the figures are, -label is the whole chart in a sentence.
chart-rate-what = payload
chart-rate-label = Rate over time from { $from } to { $to }, mean { $mean } received. The figures are in the table below.
chart-busy = CPU busy
chart-busy-what = of each machine
chart-busy-label = How busy the CPUs of { $from } and { $to } were. The figures are in the table below.
chart-resent = Sent again
chart-resent-what = segments in each interval
chart-resent-label = Segments that { $from } sent again. The figures are in the table below.
chart-round-trip = Round trip
chart-round-trip-what = under load, median of the streams
chart-round-trip-label = Round trip as { $from } saw it under load. The figures are in the table below.
chart-lost = Lost
chart-lost-what = of the datagrams of each interval
chart-lost-label = Share of the datagrams that did not reach { $to }. The figures are in the table below.
chart-jitter = Jitter
chart-jitter-what = as it stood, mean of the streams
chart-jitter-label = How unevenly datagrams reached { $to }. The figures are in the table below.
chart-column = { $line }, { $unit }
chart-column-count = { $line }
# Names at the ends of lines; the figure is put behind them.
line-sender-busy = { $from }
line-receiver-busy = { $to }
line-sender-busiest = { $from }, core { $sender_core }:
line-receiver-busiest = { $to }, core { $receiver_core }:
line-resent = by { $from }
line-round-trip = median
line-lost = lost
line-jitter = mean
strip = Each stream
strip-what = one row a stream, the slowest on top
strip-label = Rates of { $streams } streams over time, counted at { $to }. The figures are in the table of streams.
strip-stopped = stopped
chart-rate = Rate
chart-sent = sent by { $host }
chart-received = received by { $host }
chart-slider = Read the chart at a time
chart-how = Point at the chart, or move the slider below it, to read it.
chart-reading = { $time } s: sent { $sent }, received { $received } { $unit }
chart-table = Figures of this chart
chart-time = End of interval, s
chart-ceiling = the card carries { $speed }
line-sent = sent
line-received = received
events = What happened
files = Files
file-json = JSON
file-jsonl = JSON lines
file-csv-receiver = CSV, receiver
file-csv-sender = CSV, sender
file-text = Text
findings = Findings
findings-none = Nothing that limits or disturbs the figures was seen.
advice = { $advice }

## A run that goes on: streams and machines at the moment

# A time on the axis of a run, in figures.
at-seconds = { $seconds } s
# At the crosshair of the CPU chart: the busiest core at that time.
read-core = core { $core }
strip-left-out =
    { $count ->
        [one] { $count } stream between the slowest and the fastest is left out.
       *[other] { $count } streams between the slowest and the fastest are left out.
    }
streams-all =
    { $count ->
        [one] The one stream
       *[other] The { $count } streams
    }
streams-how = Counted at { $to } since measuring began. The tick in a bar is an even share. Choose a heading to sort by it.
streams-show-all =
    { $count ->
        [one] Show the one stream
       *[other] Show all { $count } streams
    }
# Headings of the table of streams.
stream-number = Stream
stream-mean = Mean
stream-now = Now
stream-lowest = Lowest
stream-share = Share
stream-resent = Sent again
stream-round-trip = Round trip
# Rows of the table of both machines at the moment.
machines-now = The machines now
now-cpu = CPU, all cores
now-busiest = Busiest core
# A share of a core, and which core it is.
now-core = { $percent } (core { $core })
now-softirq = Of it soft interrupts
now-steal = Taken by the hypervisor
now-socket = Socket buffer granted
now-control = Congestion control
now-bytes = Payload so far

## The report

report = Report
headline-rate =
    { $streams ->
        [one] { $from } sends { $to } { $rate } over { $streams } stream of TCP ({ $control }).
       *[other] { $from } sends { $to } { $rate } over { $streams } streams of TCP ({ $control }).
    }
# $share is what the rate is of the slower card's speed, in percent.
headline-rate-share =
    { $streams ->
        [one] { $from } sends { $to } { $rate } over { $streams } stream of TCP ({ $control }), { $share } of what the slower card carries.
       *[other] { $from } sends { $to } { $rate } over { $streams } streams of TCP ({ $control }), { $share } of what the slower card carries.
    }
headline-none = Nothing was measured from { $from } to { $to }.
# $offered is what the sender's kernel took; $lost is a share of the datagrams, in percent.
headline-udp =
    { $streams ->
        [one] { $to } receives { $rate } of the { $offered } that { $from } sends over { $streams } stream of UDP: { $lost } lost, { $jitter } of jitter.
       *[other] { $to } receives { $rate } of the { $offered } that { $from } sends over { $streams } streams of UDP: { $lost } lost, { $jitter } of jitter.
    }
lead-short = Only { $seconds } of { $asked } were measured.
lead-one-machine = Both ends run on one machine: no network is in this figure.
lead-steady = It held that for all of { $seconds }: nine in ten samples lie between { $low } and { $high }.
lead-varied = It varied over the { $seconds }: nine in ten samples lie between { $low } and { $high }.
outcome-failed = The run failed: { $reason }. What was counted until then is kept.
outcome-cancelled = The run was stopped: { $reason }. What was counted until then is kept.
outcome-interrupted = The run was interrupted: { $reason }. What was counted until then is kept.
figure-what = Mean over { $seconds }, counted at { $to }
over-time-note = Shaded seconds carry payload that is not counted. Nothing is smoothed.
not-alike = not the same
severity-info = good to know
severity-warning = limit or disturbance
severity-bad = not what was asked for
section-ends = Both ends, side by side
section-streams = Stream by stream
section-conditions = Asked for, and in effect
section-machines = Machines
role-receiver = { $host }, receives
role-sender = { $host }, sends
column-asked = Asked for
open-plan = as pairperf plans
open-kernel = as the kernel does
word-on = on
word-off = off
direction-to-peer-of = { $from } to { $to }
direction-from-peer-of = { $from } to { $to }, started from { $to }
row-rate = Rate
row-bytes = Payload while measuring
row-measured = Measured
row-lifetime = Payload in all
row-min = Lowest sample
row-p5 = 5th percentile
row-median = Median
row-p95 = 95th percentile
row-max = Highest sample
row-deviation = Standard deviation
row-operations = Calls
row-retransmits = Segments sent again
row-resent = Share sent again
row-round-trip-median = Round trip under load, median
row-round-trip-p99 = Round trip under load, 99th percentile
row-cpu = CPU of the machine, all cores
row-busiest-core = Busiest core
row-cpu-per-gib = CPU time for each GiB
row-udp-per-second = Datagrams a second
section-datagrams = Datagrams, and where they were lost
column-while-measuring = While measuring
column-whole-run = In the whole run
# Two directions: the sentences of both, one after the other.
headline-both = { $first } At the same time, { $second }
headline-in-turn = { $first } After that, { $second }
# $waiting says how the ends wait for what comes.
headline-exchange = { $from } asks { $to } and gets answers at { $rate } over { $protocol } (streams: { $streams }), half of them within { $median }, 99 % within { $tail }: { $waiting }.
headline-connections = { $from } connects to { $to } and gets answers at { $rate }, each over a new connection of { $protocol } (streams: { $streams }), half of them within { $median }, 99 % within { $tail }: { $waiting }.
exchange-waiting = both ends waiting
exchange-spinning = both ends spinning, with a core at each
# $what is a sentence about one direction.
lead-of = { $from } to { $to }: { $what }
lead-discard = Receiver copy skipped: the kernel threw payload away, so that the figure may be higher than any program gets.
lead-zero-copy = Sent without a copy (MSG_ZEROCOPY).
lead-zeros = The payload was zeros: what compresses data on the way is in this figure.
figure-what-both = Mean over { $seconds }, both directions together: { $from } and { $to }
figure-what-in-turn = One direction after the other: { $from } and { $to }
figure-what-exchange = Answers to { $from }, the mean over { $seconds }, { $waiting }
figure-what-connections = Connections of { $from }, the mean over { $seconds }, { $waiting }
trio-rate = payload
role-asks = { $host }, asks
role-answers = { $host }, answers
direction-both-of = { $from } to { $to } and back, at once
direction-each-in-turn-of = { $from } to { $to }, then back
column-while-measuring-of = { $from } to { $to }, while measuring
column-whole-run-of = { $from } to { $to }, in the whole run
row-stream-of = Stream { $number }, { $from } to { $to }
# $setting is the name of a setting.
row-own = { $setting }, at one end
section-exchange = How long answers took
exchange-note = Measured with { $waiting }, from before a request is sent until its whole answer was taken; percentiles are at most 0.8 % off.
exchange-chart-label = Share of the answers that took no longer than the time below, a logarithmic axis. The percentiles are in the table.
row-exchange-often = Answers
row-exchange-connections = Connections
row-exchange-answered = Answers in all
row-exchange-lost = Requests without an answer
row-exchange-lost-percent = Share without an answer
row-exchange-mean = Mean
row-exchange-p50 = half within
row-exchange-p90 = 90 % within
row-exchange-p99 = 99 % within
row-exchange-p999 = 99.9 % within
row-exchange-longest = Longest
row-exchange-out-of-range = Longer than can be told apart
both-chart = Both directions
both-chart-label = Payload that reached either machine, both directions on one axis. The figures are in the table of both ends.
row-udp-sent = Sent
row-udp-received = Received
row-udp-lost = Lost
row-udp-lost-percent = Share lost
row-udp-never-sent = Lost: never sent, the sender’s queue was full
row-udp-at-socket = Lost: at the receiving socket
row-udp-at-host = Lost: in the receiving machine before the socket
row-udp-on-network = Lost: on the network
row-udp-duplicates = Received twice or more
row-udp-reordered = Received out of order
row-udp-late = Too late to be told from doubles, counted as lost
row-udp-out-of-run = At the run’s sockets, but not of this run
row-udp-icmp = Errors that came back from the network
row-udp-jitter = Jitter (RFC 3550)
# A part of what was lost that is known only as a bound.
udp-up-to = up to { $count }
udp-at-least = at least { $count }
udp-not-separable = not separable from the network
udp-not-separable-network = not separable from the socket
udp-note-joined = The receiving kernel joined datagrams (GRO) and counts what it drops in buffers, not in datagrams. So of the { $lost } lost, those at the socket are not separable from those on the network; “at least” is what all dropped buffers, had they been full, leave over.
udp-note-not-separable = The receiving kernel joined datagrams (GRO) and counts what it drops in buffers, not in datagrams. So of the { $lost } lost, those at the socket are not separable from those on the network.
udp-note-host = The receiving machine counts what it drops of all its traffic, not of this run alone. So of the { $lost } lost it may have dropped that many, and the network at least the rest.
ends-differ-sent = { $bytes } more left than arrived while measuring: payload on its way or in buffers when the clock started and stopped.
ends-differ-received = { $bytes } more arrived than left while measuring: payload on its way or in buffers when the clock started and stopped.
# $fairness is Jain's index, 1 when all streams have the same share.
streams-fairness =
    { $count ->
        [one] Fairness { $fairness } of 1, over { $count } stream.
       *[other] Fairness { $fairness } of 1, over { $count } streams (Jain’s index).
    }
row-stream = Stream { $number }
column-mean = Mean
column-share = Share
column-lowest = Lowest
column-highest = Highest
column-retransmits = Sent again
column-rtt = Round trip at the end
column-window = Window at the end
column-lost = Lost
column-jitter = Jitter
column-reordered = Out of order
# The ways between two machines.
section-ways = Ways between the two machines
ways-from-to = { $from } → { $to }
column-protocol = Protocol
column-family = Family
column-address = Address
column-port = Port
column-found = Found
column-round-trip = Round trip
column-path-mtu = Path MTU, bytes
ways-not-listening = { $host } does not listen, so nothing could be tried from { $from } to it. Streams are then opened from { $host }.
ways-translated = { $host } is reached at { $outside }, which is { $inside } to itself: addresses are rewritten on the way.
ways-translated-container = { $host } is a container: it is reached at { $outside }, which is { $inside } to itself, and every packet is rewritten on the way.
ways-remedy = What opens it
ways-again = Look again
ways-looking = Looking at the ways…
ways-unknown = Nobody has looked at the ways yet.
only-checked = { $name } only looked at the ways between the two machines. Its code is spent: another machine needs a new one.
row-direction = Direction
row-protocol = Protocol
row-streams = Streams
row-control = Congestion control
row-loop = Threads
loop-blocking =
    { $threads ->
        [1] one thread, blocking
       *[other] { $threads } threads, one a stream
    }
loop-epoll =
    { $threads ->
        [1] one thread over epoll
       *[other] { $threads } threads over epoll
    }
loop-batch =
    { $threads ->
        [1] one thread, many datagrams a call
       *[other] { $threads } threads, many datagrams a call
    }
loop-exchange =
    { $threads ->
        [1] one thread, one request at a time
       *[other] { $threads } threads, one request each at a time
    }
row-warm-up = Warm-up
row-duration = Length of measuring
row-cool-down = Cool-down
row-buffer = Bytes a call
row-send-buffer = Send socket buffer at the start
row-receive-buffer = Receive socket buffer at the start
row-no-delay = Small writes at once (TCP_NODELAY)
row-mss = Segment size (MSS), bytes
row-udp-rate = Rate of the payload sent
row-udp-datagram = Datagram, bytes of payload
row-udp-path-mtu = Path MTU, bytes
row-udp-fragment = Whole or not at all (DF)
row-udp-pace = Pace
row-udp-pace-variation = Unevenness of the pace, by the millisecond
row-udp-segmentation = Segmentation offload (GSO, GRO)
row-udp-ports = Ports
open-path = as large as the path takes whole
open-unlimited = unlimited
row-address = Address
row-round-trip = Round trip, idle
row-offset-error = Clocks agree within
row-run = Run
row-host = Name
row-system = System
row-kernel = Kernel
row-cpu-model = Processor
row-cpu-count = Cores
row-memory = Memory
row-card = Fastest card
row-driver = Its driver
row-speed = Its speed
row-mtu = Its MTU, bytes
row-send-buffer-max = Largest send buffer (wmem_max)
row-receive-buffer-max = Largest receive buffer (rmem_max)
row-version = pairperf
# NTttcp's table, and the counters of the systems.
section-ntttcp = NTttcp’s table
ntttcp-note = Computed as NTttcp does, in the units of this report. Linux’s equivalent of a DPC is the softirq. Packets, segments sent again and errors are those of all programs in the network namespace; interrupts, DPCs and CPU those of the whole machine. Linux counts arriving packets after it has joined them (GRO), so there is more payload in each.
section-counters = What the systems counted
counters-note = Counters of the kernels that grew while measuring, by this run and everything else. The first word says where they come from: softirq, softnet, interrupts and ethtool are of the whole machine, cgroup is of the container, the others are of the network namespace.
row-counter = { $name }
row-nt-frame = Payload for each packet, mean
row-nt-completion = Payload for each call, mean
row-nt-buffers = Buffers
row-nt-cycles = CPU cycles for each byte
row-nt-dpcs = DPCs (softirqs)
row-nt-packets-dpc = Packets received for each DPC of the network
row-nt-interrupts = Interrupts
row-nt-packets-interrupt = Packets received for each interrupt
row-nt-packets-sent = Packets sent, all programs
row-nt-packets-received = Packets received, all programs
row-nt-retransmits = Segments sent again, all programs
row-nt-errors = Errors, all programs
row-cpu-user = CPU in programs
row-cpu-system = CPU in the kernel
row-cpu-softirq = CPU for arriving packets (softirq)
row-cpu-steal = CPU given to other virtual machines (steal)
row-carrier = Interface that carried the run
row-foreign = Not of this run on it, at least

## Events

event-phase =
    { $phase ->
        [check] Checking the plan began
        [prepare] Opening streams began
        [warm_up] Warm-up began
        [measure] Measuring began
        [cool_down] Cool-down began
        [collect] Collecting began
       *[other] { $phase } began
    }
event-queued = Waiting until the run of { $owner } has ended; place { $position } in the line
event-started = Payload began to flow
event-ended =
    { $state ->
        [done] The run ended as planned
        [failed] The run failed
        [cancelled] The run was stopped
        [interrupted] The run was interrupted
       *[other] The run ended: { $state }
    }
event-cancel-asked = To be stopped: { $by }
event-link-lost = The machines lost sight of each other
event-link-back = The machines see each other again
event-peer-lost = { $host } was not heard of any more
event-stream-failed = A stream failed: { $reason }
event-stream-ended = Stream { $stream } ended before its time

report-origin = Run { $id }, { $started }
report-origin-label = Run { $id }, { $started }, { $label }

## Findings

finding-same-machine = Both ends run on one machine: no network card or cable is in the figures.
finding-not-kept = The record could not be written to disk: { $reason }
finding-core-full =
    { $role ->
        [sender] One core of { $host }, which sends, was full: { $busiest_core_percent } %.
       *[other] One core of { $host }, which receives, was full: { $busiest_core_percent } %.
    }
finding-resent = { $host } sent { $retransmits } segments again, { $percent } % of what it sent.
finding-measure-length = { $host } measured for { $measured_seconds } s instead of { $asked_seconds } s.
finding-socket-buffer-clamped =
    { $field ->
        [send_socket_buffer_bytes] { $host } gave a send socket buffer of { $granted_bytes } where { $asked_bytes } was asked for.
       *[other] { $host } gave a receive socket buffer of { $granted_bytes } where { $asked_bytes } was asked for.
    }
finding-late-mark = { $host } noticed a boundary of a phase { $late_ms } ms late, so its figures are less exact.
finding-peer-lost = { $host } was lost during the run, so its figures are not whole.
finding-stream-ended-early = A stream ended before its time.
finding-not-drained =
    { $streams ->
        [1] One stream of { $host } still held payload when the time to collect it was over.
       *[other] { $streams } streams of { $host } still held payload when the time to collect it was over.
    }
finding-suspended = A machine was suspended during the run.
finding-clock-offset-coarse = The clocks of the two machines agree within { $offset_error_ms } ms only, so their lines may be shifted against each other.
finding-udp-loss =
    { $place ->
        [sender] { $percent } % of the datagrams were lost while measuring ({ $lost }), most of them before they left { $host }: its queue was full.
        [socket] { $percent } % of the datagrams were lost while measuring ({ $lost }), most of them at the receiving socket of { $host }: its buffer was full.
        [host] { $percent } % of the datagrams were lost while measuring ({ $lost }). { $host } itself dropped up to most of them before the socket; its counters are of all its traffic.
        [network] { $percent } % of the datagrams were lost while measuring ({ $lost }), most of them on the network on the way to { $host }.
        [not_separable] { $percent } % of the datagrams were lost while measuring ({ $lost }), at the receiving socket of { $host } or on the network: its kernel joined datagrams (GRO), so that the two are not separable.
       *[other] { $percent } % of the datagrams were lost while measuring ({ $lost }); where on the way to { $host } is not known.
    }
finding-rate-not-reached = { $host } sent { $bits_per_second } where { $asked_bits_per_second } was asked for.
finding-fragmented = Datagrams of { $datagram_bytes } were cut up on the way, for they did not fit through in one piece.
finding-reordered = { $reordered } datagrams came out of order, { $percent } % of those that came.
finding-receive-buffer-granted = { $host } gave a receive socket buffer of { $granted_bytes }, and not the { $asked_bytes } that a burst may need.
finding-segmentation-used =
    { $by ->
        [sender] The sending kernel cut up buffers of up to { $segments } datagrams (GSO): not to be compared with runs of plain datagrams.
        [receiver] The receiving kernel joined up to { $segments } datagrams (GRO): not to be compared with runs of plain datagrams.
       *[both] The kernels cut up and joined buffers of up to { $segments } datagrams (GSO, GRO): not to be compared with runs of plain datagrams.
    }
finding-out-of-run = { $datagrams } datagrams came to the sockets of this run at { $host } that were not of it. They are in no figure.
finding-payload-wrong = Payload changed on its way: { $host } found bytes that are wrong: { $wrong }, the first at byte { $place } of stream { $stream }.
finding-payload-verified = { $host } looked at { $verified_bytes } of payload: every byte was what was sent.
finding-zero-copy-copied = { $host } was to send without a copy, but its kernel copied { $percent } % of the sends all the same.
finding-quota-not-reached =
    { $unit ->
        [bytes] The time ended first: { $host } had sent { $done } of the { $asked } bytes that were asked for.
       *[operations] The time ended first: { $host } had done { $done } of the { $asked } operations that were asked for.
    }
finding-payload-wrong-advice = A card, its driver, something on the way or the memory of a machine changes data: switch off checksum offload, then test the memory.
finding-zero-copy-copied-advice =
    { $machines ->
        [same] On one machine no gain is possible: the kernel has to copy what does not leave it.
       *[apart] The card or its driver can’t send from the memory of a program: no gain is possible there, send with a copy.
    }
finding-quota-not-reached-advice = Give it more time, or ask for less.
finding-address-translated =
    { $container ->
        [yes] { $host } is a container that is reached at { $outside } and is { $inside } itself: every packet is rewritten on the way.
       *[no] { $host } is reached at { $outside } and is { $inside } itself: addresses are rewritten on the way.
    }
finding-udp-blocked = UDP does not get through to port { $port } of { $host }, where TCP does: no test of UDP can be opened that way.
finding-cloud-allowance-exceeded =
    { $counter ->
        [bw_in_allowance_exceeded] { $host } received more over { $interface } than the cloud allows a machine of its size. Packets held up or dropped: { $packets }.
        [bw_out_allowance_exceeded] { $host } sent more over { $interface } than the cloud allows a machine of its size. Packets held up or dropped: { $packets }.
        [pps_allowance_exceeded] { $host } had more packets a second on { $interface } than the cloud allows a machine of its size. Packets held up or dropped: { $packets }.
        [conntrack_allowance_exceeded] { $host } had more connections on { $interface } than the cloud tracks for a machine of its size. Packets dropped: { $packets }.
        [linklocal_allowance_exceeded] { $host } asked services of the cloud (names, time, metadata) over { $interface } more often than is allowed. Packets dropped: { $packets }.
       *[other] { $host } exceeded an allowance of the cloud on { $interface } ({ $counter }). Packets held up or dropped: { $packets }.
    }
finding-foreign-traffic =
    { $role ->
        [sender] At least { $percent } % of what { $host } sent over { $interface } while measuring was not of this run: { $foreign_bytes }.
       *[other] At least { $percent } % of what { $host } received over { $interface } while measuring was not of this run: { $foreign_bytes }.
    }
finding-softnet-dropped = { $host } dropped arriving packets because its queue for them was full (softnet): { $packets }.
finding-cpu-throttled = The CPU limit of the container stopped { $host } in { $percent } % of the periods; its CPUs waited { $throttled_seconds } s in all.
finding-steal-high = The hypervisor gave { $percent } % of the CPU time of { $host } to others (steal).
finding-core-saturated = Core { $core } of { $host } was full of packets: { $softirq_percent } % of its time went to softirqs.
finding-headline-differs-from-kernel = { $host } counted { $received_bytes } of payload, more than the { $kernel_bytes } that its kernel received in all.

finding-same-machine-advice = Put the two ends on two machines to measure the network between them.
finding-core-full-advice = More streams may spread the work over other cores, if any is idle; a faster core raises the limit.
finding-core-full-all-advice = Every core was busy, with this run or with other programs: more streams will not help there.
finding-late-mark-advice = The machine was too busy to keep time, or stopped for a moment; a longer run makes it matter less.
finding-peer-lost-advice = The figures of that end stop where it was lost; run again when it can be reached.
finding-not-kept-advice = Make room on the disk of the data folder; download this record before the server ends.
finding-resent-advice = The path drops segments: compare another congestion control or fewer streams.
finding-socket-buffer-clamped-advice = Raise net.core.rmem_max and net.core.wmem_max on that machine.
finding-udp-loss-advice =
    { $place ->
        [sender] Ask for a lower rate, or use a faster card: the sender’s own queue is the limit.
        [socket] Ask for a larger receive socket buffer and raise net.core.rmem_max there, or ask for a lower rate or more streams.
        [host] The receiving machine could not keep up: ask for a lower rate, or spread it over more streams.
        [not_separable] Switch segmentation offload off, and the next run tells the socket’s buffer from the network.
       *[other] Ask for less until nothing is lost: that is what the path carries.
    }
finding-rate-not-reached-advice = The sender could not keep that rate: larger datagrams, more streams or the pace “in long bursts” need less of its processor.
finding-fragmented-advice = One lost piece loses the whole datagram, and many firewalls drop pieces. Leave the size open, and it fits.
finding-reordered-advice = The path has ways of different length, or a card spreads one stream over several queues.
finding-receive-buffer-granted-advice = Raise net.core.rmem_max on that machine.
finding-segmentation-used-advice = Compare it with runs that use it too, or switch segmentation offload off.
finding-udp-blocked-advice = Allow the port for UDP too in the security group or firewall of that machine; with Docker, publish it: -p { $port }:{ $port }/udp
finding-cloud-allowance-exceeded-advice = The size of the machine sets that limit: take a larger one, ask for less, or repeat the run when its credits are back.
finding-foreign-traffic-advice = Something else used that card at the same time: stop it, and repeat the run.
finding-softnet-dropped-advice = Raise net.core.netdev_max_backlog there, or spread arriving packets over more cores (RSS, RPS).
finding-cpu-throttled-advice = Raise the CPU limit of that container, or take it away while you measure.
finding-steal-high-advice = Other virtual machines use the same processors: repeat the run, or take a machine with cores of its own.
finding-core-saturated-advice = One queue of the card feeds that core: use more queues (RSS), spread them (RPS), or use more streams.

## What is done with a run that is kept, on its report and in the list

share = Share…
share-hide = Hide addresses, names of machines, label and note
share-expires = The link works
expires-1 = for a day
expires-7 = for 7 days
expires-30 = for 30 days
expires-365 = for a year
expires-never = until it is withdrawn
share-make = Make a link
share-made = The link is made.
share-link = link to this run
share-anyone = Whoever has the link sees the run, without a login.
# Beside a link: until when it works, and what it shows.
share-hidden-until = Works until { $time }, names hidden.
share-hidden-for-ever = Works until it is withdrawn, names hidden.
share-open-until = Works until { $time }, names shown.
share-open-for-ever = Works until it is withdrawn, names shown.
share-run = Its run
share-withdraw = Withdraw
share-withdrawn = The link is withdrawn. Whoever follows it finds nothing.
shares = Links that work
words = Label and note
words-keep = Save
working = One moment…
print = Print
delete = Delete
undo = Undo
run-deleted = Deleted here; the other machine keeps its own copy. This page leaves in { $seconds } s; the history can take it back for ten minutes.
run-restored = The run is here again.
# Below the list of runs; the figures of the runs that are ticked follow, for example “9.41 Gbit/s · 6.87 Gbit/s”.
runs-selected =
    { $count ->
        [one] { $count } run selected. { $means }
       *[other] { $count } runs selected. { $means }
    }
runs-deleted =
    { $count ->
        [one] { $count } run deleted.
       *[other] { $count } runs deleted.
    }
clear-selection = Clear the selection
deleted = Deleted lately
deleted-how = Each run can be taken back for ten minutes.
import = Import a record
import-hint = A JSON file that any pairperf exported. Choose it, or drop it here.
import-choose = Choose a file
import-sending = Reading { $name }…
import-failed = { $name } was not imported.
# Of a file that is no record; $json is what the link to the right one is called.
import-which = Choose the file that “{ $json }” downloads in a report.
import-open = Open the run
# The charts of a report.
zoom = Part of the time
zoom-in = Closer
zoom-out = Wider
zoom-whole = Whole run
zoom-how = Draw over a chart with the mouse to see that part of the time, or press + and −; 0 shows the whole run.
lines = Lines in the charts
picture-svg = Save as SVG
picture-png = Save as PNG

## Errors: what they are called. What happened and what to do is said by the server.

error-other = That did not work
error-no-answer = This machine’s server does not answer
error-strange-answer = The answer could not be understood
error-busy = A run is going on already
error-peer-busy = The other machine is busy
error-bad-address = That is not an address
error-bad-code = That is not a join code
error-unreachable = The other machine could not be reached
error-not-a-pairperf = Something else answers at that address
error-version-mismatch = The two speak different versions
error-self-pairing = That is this very machine
error-not-inviting = The other machine has no open code
error-code-refused = The code was not accepted
error-timed-out = The other machine did not answer in time
error-connection-lost = The connection was lost
error-protocol-error = The other machine said something unexpected
error-pairing-ended = The machines are no longer paired
error-too-many-pairings = There are too many pairings
error-no-pairing = These machines are not paired
error-ended = The machines are no longer paired
error-peer-silent = The other machine does not answer
error-peer-lost = The other machine was lost
error-not-found = It does not exist
error-bad-request = That could not be read
error-bad-config = These settings can’t be run
error-plan-impossible = This can’t be run between these machines
error-way-closed = The way to the other machine is closed
error-udp-port = The UDP port can’t be used
error-limit = That is more than is allowed here
error-not-allowed = The other machine does not allow that
error-unauthorized = You are not logged in
error-too-many = Too many at once
error-store = The run could not be kept

## Documents: navigation, history, report, help

nav-history = History
nav-help = Help
language = Language
apply = Apply
start-failed = This page could not start in this browser. The same is possible without it: every step is in the JSON interface under /api/v1 and in the commands of “pairperf --help”; the README shows how. Reports and the history work here.
start-noscript = Pairing and starting a run need JavaScript and WebAssembly, or the commands of “pairperf --help”. Reports and the history work without.
foot-help = How each figure is made
error-code = Code:
error-no-run = There is no such run
error-no-share = This link shows nothing
run-again = Run again
file-html = HTML
file-html-what = the report in one file, with its charts
file-markdown = Markdown
file-markdown-what = for a ticket or a wiki
file-text-what = for a terminal or a mail
file-json-what = the whole record, to be imported again
file-jsonl-what = one object a line
file-csv-receiver-what = its samples
file-csv-sender-what = its samples
file-csv-summary = CSV, figures
file-csv-summary-what = both ends, a row each
file-csv-streams = CSV, streams
file-csv-streams-what = a row a stream and end
file-svg = SVG
file-svg-what = the charts as a picture
report-imported = This record was imported from a file.
report-redacted = Addresses and names of machines are hidden in this report.
history-title = Every run { $name } has kept
history-lead =
    { $count ->
        [one] { $count } run. Tick runs to delete them together.
       *[other] { $count } runs. Tick runs to delete them together.
    }
history-empty = Nothing was run here yet. Pair two machines and start a run; its result stays here.
history-begin = Pair two machines
history-filters = Filters
history-search = Label or note
history-host = Machine
history-any = any
history-to-peer = from the machine that started
history-from-peer = to the machine that started
history-running = going on
history-days =
    { $days ->
        [one] last day
       *[other] last { $days } days
    }
history-filter = Filter
history-clear = Clear the filters
history-count = { $shown } of { $total } runs
history-none = No run passes these filters.
history-pick = Choose
history-what = Machines and label
history-machines = { $from } → { $to }
history-spark = Rate over the run
history-mean = Mean, received
history-imported = imported
history-newer = Newer runs
history-older = Older runs
history-csv = This list as CSV
help-title = Help
help-lead = What is measured, how each figure is made, and what the words mean.
help-steps = In four steps
help-step-start = Start pairperf on both machines and open either one in a browser.
help-step-pair = Read the join code on one machine and enter it on the other. One port has to be open, on the machine that shows the code.
help-step-run = Choose what you want to know and start. Both ends are shown live; anyone logged in to either machine can watch.
help-step-share = The report stays in the history of both machines. Share a link to it, download it, or print it.
help-measured = How each figure is made
measured-rate = Rate
measured-rate-text = Payload bytes that arrived at the receiver between two snapshots of its counters, times eight, divided by the real time between them. Headers are not counted, so 10 Gbit/s Ethernet carries at most 9.41 Gbit/s of TCP payload in frames of 1,500 bytes.
measured-phases = Phases
measured-phases-text = Streams are opened, then payload flows through warm-up, measuring and cool-down. Only what falls into measuring is in the figures; the rest is shaded in the charts.
measured-ends = Both ends
measured-ends-text = Each end counts for itself. While measuring the two may differ by what was on its way or in buffers when the clock started and stopped; over the whole life of a stream never more arrives than was sent.
measured-spread = Lowest, median, highest, deviation
measured-spread-text = From rates between neighbouring samples, ten a second. Nothing is smoothed or left out; an interval shorter than half of the usual one is joined with the next.
measured-resent = Sent again
measured-resent-text = What the sender’s kernel counts as retransmitted segments (tcpi_total_retrans), as a share of the full segments that the payload fills.
measured-lost = Lost, twice, out of order
measured-lost-text = Every datagram carries a number. Lost are the numbers that did not come, those included that the sender’s own queue refused. A datagram that came before is counted once; one that comes after a higher number is out of order (RFC 4737).
measured-places = Where datagrams were lost
measured-places-text = Over the whole run: those that got a number, less those received. Never sent is what the sender’s kernel refused (ENOBUFS). At the socket is what the receiver’s kernel dropped at the sockets of this run alone (SO_MEMINFO). In the machine is said with “up to”, because its counters are of all its traffic; the rest was lost on the network, so that is said with “at least”. Where the kernel joins datagrams (GRO) it counts buffers and not datagrams: then socket and network are not separable.
measured-jitter = Jitter
measured-jitter-text = How much the time between datagrams differs at the receiver from that at the sender, smoothed as in RFC 3550; the mean over samples and streams. The clocks need not agree.
measured-pace = Unevenness of the pace
measured-pace-text = The datagrams that the sender’s kernel took in each millisecond: their standard deviation in percent of their mean. Below five a millisecond it is not told.
measured-round-trip = Round trip
measured-round-trip-text = Idle: the least of twelve pings over the link between the two servers before payload flows. Under load: the smoothed value of the sender’s kernel (tcpi_rtt), the median over all streams.
measured-cpu = CPU
measured-cpu-text = Busy time of the whole machine from /proc/stat, other programs included; the busiest core stands beside it, because one full core limits a run long before all of them are.
measured-streams = Streams and fairness
measured-streams-text = Each stream is counted on its own. Fairness is Jain’s index: 1 when all streams have the same share, near 0 when one has everything.
measured-clocks = Clocks
measured-clocks-text = Both ends are drawn on the time of the machine that started the run (the coordinator). The offset comes from the ping with the least round trip; its error is at most half of that round trip, and is shown under “Asked for, and in effect”.
help-open = What has to be open
help-open-text = One port on the machine that shows the join code: for TCP, and for tests of UDP also for UDP. The other machine opens every stream, whoever sends.
help-words = Words
word-node = Node
word-node-text = One running pairperf server.
word-join-code = Join code
word-join-code-text = Eight symbols that pair two nodes once, within ten minutes.
word-pairing = Pairing
word-pairing-text = Two nodes that proved the join code to each other, and the encrypted link between them.
word-run = Run
word-run-text = One measurement, from the check of the plan to the record.
word-stream = Stream
word-stream-text = One TCP connection, or one flow of UDP datagrams, that carries test payload.
word-warm-up = Warm-up
word-warm-up-text = Payload before measuring, so that congestion windows can grow.
word-cool-down = Cool-down
word-cool-down-text = Payload after measuring, so that no stream ends inside it.
word-congestion-control = Congestion control
word-congestion-control-text = How a kernel decides how fast TCP sends, for example cubic or bbr. It changes results, so it stands beside every headline.
word-finding = Finding
word-finding-text = Something that limited or disturbed a run, with the figures that show it.
word-record = Record
word-record-text = Everything that was asked, planned, granted and counted at both ends. Every report and file is made of it.
help-about = About
help-licence = Free software under MIT or Apache-2.0.
