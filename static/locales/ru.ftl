# pairperf
