package org.bipj.mpi.fault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.bipj.core.job.Job;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.replay.Choices;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.ControlMessages;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Failures;
import org.bipj.mpi.engine.ProcessNames;
import org.bipj.mpi.engine.Progress;
import org.bipj.mpi.engine.Receiving;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * The memberships of one rank, and the messages about them:
 *
 * <pre>{@code
 *   REVOKE  context  key
 *   AGREE   context  key  message of the agreement
 *   ABSENT  making (2 words)  class of an error    the sender has met it in a call that makes communicators
 *   FOREIGN context  key    the sender has a communicator that the receiver is absent from
 *   LACKS   context  key    class of an error    the sender has met it in making what the communicator is for
 * }</pre>
 *
 * <p>A message may come before its communicator is made here, and one of a communicator that was freed here may be under way when its
 * context has another one: so it names the members, by a key.
 */
public final class Memberships implements Failures, ControlMessages.Client {
    static final int REVOKE = 1;
    static final int AGREE = 2;
    static final int ABSENT = 3;
    static final int FOREIGN = 4;
    static final int LACKS = 5;
    private static final int HEADER = 3;

    /** A message of a communicator that is not there yet. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    private record Early(int peer, long[] words) {}

    /** A process has met an error of a class in a making. */
    private record Absence(int peer, int errorClass) {}

    private final Job job;
    private final ProcessNames processes;
    private final Receiving receiving;
    private final Progress progress;
    private final ControlMessages control;
    private final boolean survives;
    /** Null where ranks do not die by choice. */
    private final @Nullable Choices chosen;

    private final int self;
    private final Map<Integer, Membership> byContext = new HashMap<>();
    private final List<Early> early = new ArrayList<>();
    /** Why, by world ranks of processes that have failed. */
    private final Map<Integer, String> dead = new HashMap<>();
    /** Of the last communicator that a making has made here. */
    private final Map<Making, Membership> made = new HashMap<>();
    /** Of makings that have made none here, or not yet. */
    private final Map<Making, List<Absence>> absences = new HashMap<>();
    /** Gets contexts that must not be used any more. */
    private IntConsumer onForeign = context -> {};
    /** Runs once calls that make communicators may end with an error here. */
    private Runnable onError = () -> {};

    /** Those of an engine's communicators. */
    public Memberships(Engine engine) {
        job = engine.job();
        processes = engine.processes();
        receiving = engine.receiving();
        progress = engine.progress();
        control = receiving.control();
        self = engine.worldRank();
        survives = job.survivesDeaths();
        Choices choices = job.choices();
        chosen = choices == null || choices.deaths() == null ? null : choices;
        enter();
        try {
            if (survives) {
                receiving.failuresBy(this);
            }
            control.client(this);
        } finally {
            exit();
        }
    }

    /** True if the job goes on when a process fails. */
    boolean survive() {
        return survives;
    }

    /**
     * A communicator is made.
     *
     * @param members world ranks, of both groups where it has two
     */
    public Membership join(int context, int[] members) {
        Membership made = new Membership(this, context, members, indexOf(members, self));
        enter();
        try {
            byContext.put(context, made);
            dead.forEach(made::died);
            List<Early> waiting = List.copyOf(early);
            early.clear();
            waiting.forEach(message -> arrived(message.peer, message.words));
        } finally {
            exit();
        }
        return made;
    }

    /** A communicator is forgotten; others may still ask what it has agreed on. Under the lock of progress. */
    public void leave(Membership membership) {
        if (!membership.keepsContext()) {
            byContext.remove(membership.context(), membership);
            made.values().remove(membership);
        }
    }

    // ---- communicators that some have got and others have not ------------------------------------------------------

    /**
     * Sets who hears of communicators that some lack.
     *
     * @param foreign gets contexts of those that others have, and this rank is absent from
     * @param error runs when calls that make communicators may begin to fail here
     */
    public void listener(IntConsumer foreign, Runnable error) {
        onForeign = foreign;
        onError = error;
    }

    void revoked() {
        onError.run();
    }

    /** A making has made a communicator here. */
    public void made(@Nullable Making making, Membership child) {
        if (making == null) {
            return;
        }
        enter();
        try {
            made.put(making, child);
            List<Absence> known = absences.remove(making);
            if (known != null) {
                known.forEach(absence -> lacks(child, absence));
            }
        } finally {
            exit();
        }
    }

    /**
     * This rank has met an error in a making: where that is because of a failure or a revocation, others may have got a communicator.
     *
     * @param members of what is made, or more
     */
    public void leaves(@Nullable Making making, int[] members, RuntimeException why) {
        int errorClass = classOf(why);
        if (making == null || errorClass == ErrorClass.OTHER) {
            return;
        }
        enter();
        try {
            for (int member : members) {
                if (member != self && !dead.containsKey(member)) {
                    control.send(member, ABSENT, making.high(), making.low(), errorClass);
                }
            }
        } finally {
            exit();
        }
    }

    /** The class of an error that tells of a failure or a revocation, of which others may know nothing; OTHER for others. */
    public static int classOf(RuntimeException why) {
        int own = why instanceof EngineException e
                ? e.errorClass()
                : why instanceof PeerFailedException ? ErrorClass.PROC_FAILED : ErrorClass.OTHER;
        return tellsOfFailure(own) ? own : ErrorClass.OTHER;
    }

    static boolean tellsOfFailure(int errorClass) {
        return errorClass == ErrorClass.PROC_FAILED || errorClass == ErrorClass.REVOKED;
    }

    /** Throws why a making cannot end any more: one of its processes has failed, or met an error. */
    public void check(Making making, int[] members) {
        enter();
        try {
            List<Absence> known = absences.get(making);
            if (known != null) {
                throw new EngineException(known.getFirst().errorClass, why(known.getFirst()));
            }
            for (int member : members) {
                check(member);
            }
        } finally {
            exit();
        }
    }

    /** Throws why a process has failed, if it has. */
    public void check(int process) {
        enter();
        try {
            if (dead.containsKey(process)) {
                throw new EngineException(ErrorClass.PROC_FAILED, whyDead(process));
            }
        } finally {
            exit();
        }
    }

    private void lacks(Membership child, Absence absence) {
        if (chosen != null) {
            chosen.leavesOut(
                    "whether a rank hears that another one lacks a communicator before or after it takes messages");
        }
        child.isAbsent(absence.peer, why(absence));
    }

    private String why(Absence absence) {
        return "rank " + named(absence.peer) + " has not got the communicator, because "
                + (absence.errorClass == ErrorClass.REVOKED ? "one was revoked" : "a process has failed");
    }

    /** Others have a communicator that this rank lacks: what they send to it there is refused. */
    private void isForeign(int context) {
        Membership own = byContext.get(context);
        if (own == null) {
            EngineException error = new EngineException(
                    ErrorClass.PROC_FAILED, "rank " + named(self) + " has not got the communicator");
            receiving.end(context, error);
            receiving.end(context + 1, error);
            onForeign.accept(context);
        }
    }

    private static int indexOf(int[] members, int world) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == world) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void failed(int peer, String why) {
        if (dead.putIfAbsent(peer, why) == null) {
            Choices.Deaths deaths = chosen == null ? null : chosen.deaths();
            if (deaths != null) {
                deaths.knows(self, peer);
            }
            receiving.loseFrom(peer, why);
            onError.run();
            List.copyOf(byContext.values()).forEach(membership -> membership.died(peer, why));
        }
    }

    @Override
    public @Nullable String why(int context, int source) {
        String why = dead.get(source);
        if (why != null || source == PostedRecv.ANY) {
            return why;
        }
        Membership membership = byContext.get(context);
        return membership == null ? null : membership.absence(source);
    }

    /** Why a process has failed. */
    String whyDead(int world) {
        return dead.getOrDefault(world, "rank " + named(world) + " has failed");
    }

    @Override
    public @Nullable String ofAnySource(int context) {
        Membership membership = byContext.get(context);
        return membership == null ? null : membership.unacknowledged();
    }

    @Override
    public void arrived(int peer, long[] words) {
        if (words[0] == ABSENT) {
            isAbsent(new Making(words[1], words[2]), new Absence(peer, (int) words[HEADER]));
            return;
        }
        if (words[0] == FOREIGN) {
            isForeign((int) words[1]);
            return;
        }
        Membership to = byContext.get((int) words[1]);
        if (to == null || to.key() != words[2]) {
            early.add(new Early(peer, words));
        } else if (words[0] == REVOKE) {
            if (chosen != null) {
                chosen.leavesOut("whether a rank hears of a revocation before or after it takes messages of others");
            }
            to.revokeHere();
        } else if (words[0] == LACKS) {
            lacks(to, new Absence(peer, (int) words[HEADER]));
        } else {
            to.received(peer, Arrays.copyOfRange(words, HEADER, words.length));
        }
    }

    private void isAbsent(Making making, Absence absence) {
        Membership child = made.get(making);
        if (child == null) {
            absences.computeIfAbsent(making, any -> new ArrayList<>()).add(absence);
        } else {
            lacks(child, absence);
        }
    }

    void send(int dest, int kind, Membership of, long... content) {
        long[] words = new long[HEADER + content.length];
        words[0] = kind;
        words[1] = of.context();
        words[2] = of.key();
        System.arraycopy(content, 0, words, HEADER, content.length);
        if (!dead.containsKey(dest)) {
            control.send(dest, words);
        }
    }

    /** A number of these processes, in this order, which is the same at all of them and never 0. */
    long keyOf(int[] members) {
        long hash = 1;
        if (processes.areOfWorld(members)) {
            for (int member : members) {
                hash = 0x9E3779B97F4A7C15L * hash + member;
            }
        } else {
            String names = processes.text(members);
            for (int i = 0; i < names.length(); i++) {
                hash = 0x9E3779B97F4A7C15L * hash + names.charAt(i);
            }
        }
        return hash == 0 ? 1 : hash;
    }

    boolean areOfWorld(int[] members) {
        return processes.areOfWorld(members);
    }

    String named(int world) {
        return job.named(world);
    }

    Receiving receiving() {
        return receiving;
    }

    void enter() {
        progress.enter();
    }

    void exit() {
        progress.exit();
    }
}
