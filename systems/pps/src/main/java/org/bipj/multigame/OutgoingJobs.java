package org.bipj.multigame;

import org.bipj.panda.Gather;
import org.bipj.panda.Messages;

/** Jobs that wait until there are enough for a message to their owner, or until this rank has nothing else to do. */
final class OutgoingJobs {
    private final Messages messages;
    private final int most;
    /** By rank: words of the jobs that wait for it; null while none has. */
    private final long[][] jobs;

    private final int[] counts;
    /** By rank: whether it is in {@link #open}. */
    private final boolean[] isOpen;
    /** The ranks for which jobs may wait, in no order. */
    private final int[] open;

    private int openCount;
    private final Gather gather = new Gather();
    private long sent;

    OutgoingJobs(Messages messages, int ranks, int jobsPerMessage) {
        this.messages = messages;
        most = jobsPerMessage * Job.WORDS;
        jobs = new long[ranks][];
        counts = new int[ranks];
        isOpen = new boolean[ranks];
        open = new int[ranks];
    }

    /** How many messages with jobs this rank has sent. */
    long sent() {
        return sent;
    }

    void add(int owner, long high, long low, long parent, long state) {
        long[] words = jobs[owner];
        if (words == null) {
            words = new long[most];
            jobs[owner] = words;
        }
        int at = counts[owner];
        words[at + Job.HIGH] = high;
        words[at + Job.LOW] = low;
        words[at + Job.PARENT] = parent;
        words[at + Job.STATE] = state;
        counts[owner] = at + Job.WORDS;
        if (at + Job.WORDS == most) {
            send(owner);
        } else if (!isOpen[owner]) {
            isOpen[owner] = true;
            open[openCount++] = owner;
        }
    }

    /** Sends all jobs that wait, also in messages that are not full. */
    void flush() {
        for (int i = 0; i < openCount; i++) {
            int owner = open[i];
            isOpen[owner] = false;
            if (counts[owner] > 0) {
                send(owner);
            }
        }
        openCount = 0;
    }

    private void send(int owner) {
        messages.send(owner, gather.clear().add(jobs[owner], 0, counts[owner]));
        counts[owner] = 0;
        sent++;
    }
}
