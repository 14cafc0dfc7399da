"""What a command exits with, for scripts to rely on; 0 is success, and `compare` has its own."""

# What was checked is not so.
MISMATCH = 1
BAD_INPUT = 2
# The journal, the workers or the output failed.
FAILED = 5
INTERRUPTED = 130
# What a shell reports for a program that SIGPIPE ended.
READER_GONE = 141
