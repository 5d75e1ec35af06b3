package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Session;

/** Threads that make communicators of groups at the same time, and open sessions (THREAD_MULTIPLE). */
public final class SessionThreadSuite extends Suite {
    private static final int TAGS = 4;

    /** Adds the cases. */
    public SessionThreadSuite() {
        add(
                "communicators of one group with different tags, in an order of each rank's own",
                3,
                SessionThreadSuite::tags);
        add("threads with a session each", 3, SessionThreadSuite::sessions);
        add("a session that is opened while another thread waits", 2, SessionThreadSuite::beside);
    }

    @Override
    public int threadLevel() {
        return MPI.THREAD_MULTIPLE;
    }

    /** Each thread makes one; they start in another order on each rank. */
    private static void tags(Rank rank) throws Exception {
        try (Session session = SessionSuite.open()) {
            Group all = SessionSuite.group(session, rank);
            for (int round = 0; round < 5; round++) {
                List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3));
                Collections.shuffle(order, new Random(10L * round + rank.rank()));
                int now = round;
                Intracomm[] made = new Intracomm[TAGS];
                run(order, tag -> {
                    made[tag] = SessionSuite.comm(all, "tag " + tag);
                    Check.equal(3 * (tag + now), SessionSuite.sum(made[tag], tag + now), "sum of tag " + tag);
                });
                // Each is that of the same tag at the other ranks.
                for (int tag = 0; tag < TAGS; tag++) {
                    Check.equal(3 * tag, SessionSuite.sum(made[tag], tag), "sum again");
                    made[tag].free();
                }
            }
        }
    }

    private interface Body {
        void run(int tag);
    }

    private static void run(List<Integer> order, Body body) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = order.stream()
                .map(tag -> Thread.ofPlatform().daemon().start(() -> {
                    try {
                        body.run(tag);
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                }))
                .toArray(Thread[]::new);
        ThreadSuite.join(threads, failure);
    }

    private static void sessions(Rank rank) throws Exception {
        ThreadSuite.each(rank, (own, thread) -> {
            for (int i = 0; i < 5; i++) {
                try (Session session = SessionSuite.open()) {
                    Intracomm comm = SessionSuite.comm(SessionSuite.group(session, own), "thread " + thread);
                    Check.equal(3 * thread, SessionSuite.sum(comm, thread), "sum");
                }
            }
        });
    }

    private static void beside(Rank rank) throws Exception {
        Thread[] waiting = new Thread[1];
        AtomicReference<Throwable> failure = new AtomicReference<>();
        if (rank.rank() == 1) {
            waiting[0] = Thread.ofPlatform().daemon().start(() -> {
                try {
                    rank.comm().recv(new int[1], 1, MPI.INT, 0, 9);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
        }
        try (Session session = SessionSuite.open()) {
            Intracomm comm = SessionSuite.comm(SessionSuite.group(session, rank), "beside");
            Check.equal(2, SessionSuite.sum(comm, 1), "sum");
        }
        if (rank.rank() == 0) {
            rank.comm().send(new int[1], 1, MPI.INT, 1, 9);
        } else {
            ThreadSuite.join(waiting, failure);
        }
    }
}
