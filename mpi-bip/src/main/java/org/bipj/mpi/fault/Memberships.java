package org.bipj.mpi.fault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.Job;
import org.bipj.core.replay.Choices;
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
 * }</pre>
 *
 * <p>A message may come before its communicator is made here, and one of a communicator that was freed here may be under way when its
 * context has another one: so it names the members, by a key.
 */
public final class Memberships implements Failures, ControlMessages.Client {
    static final int REVOKE = 1;
    static final int AGREE = 2;
    private static final int HEADER = 3;

    /** A message of a communicator that is not there yet. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    private record Early(int peer, long[] words) {}

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
            List.copyOf(byContext.values()).forEach(membership -> membership.died(peer, why));
        }
    }

    @Override
    public @Nullable String why(int source) {
        return source == PostedRecv.ANY ? null : dead.get(source);
    }

    @Override
    public @Nullable String ofAnySource(int context) {
        Membership membership = byContext.get(context);
        return membership == null ? null : membership.unacknowledged();
    }

    @Override
    public void arrived(int peer, long[] words) {
        Membership to = byContext.get((int) words[1]);
        if (to == null || to.key() != words[2]) {
            early.add(new Early(peer, words));
        } else if (words[0] == REVOKE) {
            if (chosen != null) {
                chosen.leavesOut("whether a rank hears of a revocation before or after it takes messages of others");
            }
            to.revokeHere();
        } else {
            to.received(peer, Arrays.copyOfRange(words, HEADER, words.length));
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
