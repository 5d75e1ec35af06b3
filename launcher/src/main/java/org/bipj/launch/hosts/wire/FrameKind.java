package org.bipj.launch.hosts.wire;

/** The kinds of frames. Their numbers are their places here: a change needs another {@link ControlFrame#VERSION}. */
public enum FrameKind {
    /** Both ways, each second, and on one link only: the other end lives. */
    BEAT,
    /** Down: the supervisors that the receiver starts. */
    TREE,
    /** Down: folders in which ranks record, with what they need there; the receiver makes its own. Comes before the job. */
    FOLDERS,
    /** Down: what to run: programs, hosts, options. */
    JOB,
    /** Down: the hosts with their addresses; the ranks are to be started. */
    START,
    /** Down: input of rank 0; empty at its end. */
    INPUT,
    /** Down: a signal for one rank, or for all. */
    SIGNAL,
    /** Down: the address of a rank, which the receiver has asked for. */
    ADDRESS,
    /** Down: a rank has lost a rank of this host, and why. */
    GONE,
    /** Down: a rank has died, of a job that goes on, and how. */
    DIED,
    /** Down: a rank has finalised the library. */
    FINISHED,
    /** Down: what do the ranks wait for, or which stacks do they have? */
    ASK,
    /** Down: a round of the detection of deadlocks begins. */
    ROUND,
    /** Down: what the ranks of all hosts have said in their records in a round; the next round begins. */
    RECORDS,
    /** Down: all ranks of all hosts wait for the end only. */
    ALL_LEFT,
    /** Down: what time is it there? With the sender's time. */
    CLOCK,
    /** Down: the job has ended; what its ranks have recorded is wanted. */
    FETCH,
    /** Down: what has become of a rank's request for processes. */
    SPAWNED,
    /** Down: which other jobs have the ranks attached? */
    ASK_LINKS,
    /** Down: the job has ended; its session is removed. */
    OVER,
    /** Down: all jobs have ended, and the supervisor ends too. */
    END,
    /** Up: the versions of the supervisor's library and JDK. */
    HELLO,
    /** Up: the supervisor can run its part of the job, at this address. */
    READY,
    /** Up: the supervisor cannot run its part, and why. */
    REFUSED,
    /** Up: a rank's process has been started. */
    STARTED,
    /** Up: bytes that a rank has written; none at the end of the stream. */
    OUTPUT,
    /** Up: what a rank has published on the board. */
    STATE,
    /** Up: a rank's process has ended, with its exit code. */
    EXITED,
    /** Up: all ranks of the host wait for the end only. */
    LEFT,
    /** Up: the address that a rank has published. */
    PUT,
    /** Up: the address of this rank is wanted. */
    GET,
    /** Up: it is to be reported when this rank has finalised the library. */
    WATCH,
    /** Up: a rank of the host has lost another rank, and why. */
    PARTED,
    /** Up: a rank of the host cannot reach an address. */
    UNANSWERED,
    /** Up: what the ranks of the host have answered. */
    ANSWER,
    /** Up: what the ranks of the host have answered in a round of the detection of deadlocks. */
    COLLECTED,
    /** Up: what the ranks of the host say in their records in a round. */
    SAID,
    /** Up: a rank asks for processes. */
    SPAWN,
    /** Up: the addresses of the jobs that ranks of the host have attached. */
    LINKED,
    /** Up: rank 0 has taken this much of its input. */
    INPUT_TAKEN,
    /** Up: the time of the question, and the time here. */
    CLOCKED,
    /** Up: a part of a file that ranks have recorded; without a name: there are no more. */
    RECORDED,
    /** Up: a line to show to the user. */
    SAY,
    /** Up: a supervisor below the sender is lost, and why. */
    LOST
}
