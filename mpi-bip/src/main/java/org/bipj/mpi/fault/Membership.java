package org.bipj.mpi.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * What a rank knows of the processes of one communicator, those of both groups where it has two: who has failed, which failures the
 * program has acknowledged, whether one has revoked it, and on what they agree.
 *
 * <p>A process that lives may have met an error in the call that makes the communicator, while others have not: it is <em>absent</em>, which
 * counts like a failure on this communicator.
 */
public final class Membership {
    private static final BitSet NONE = new BitSet();

    private final Memberships all;
    private final int context;
    private final int[] members;
    private final int self;

    /** Places of members that have failed, in the order in which this rank has heard of it. */
    private final List<Integer> failed = new ArrayList<>();
    /** Why, by world ranks of those among them that are absent. */
    private final Map<Integer, String> absent = new ConcurrentHashMap<>();
    /** How many of the failures are acknowledged, the first ones. */
    private int acknowledged;

    /** The error of collective calls; null: they are made. */
    private @Nullable EngineException callsEnded;

    private boolean revoked;
    private Runnable onRevoke = () -> {};
    /** Null before the first agreement. */
    private @Nullable Agreement agreement;
    /** Calls that agree, in the order of the program, which is that of all members; one at a time is under way. */
    private final Deque<Agreeing> calls = new ArrayDeque<>();
    /** Tells this communicator from others that have had its context; 0: not computed. */
    private long key;
    /** How many calls of all members have begun that make communicators and block. */
    private int makings;

    Membership(Memberships all, int context, int[] members, int self) {
        this.all = all;
        this.context = context;
        this.members = members;
        this.self = self;
    }

    /** True if the job goes on when a process fails. */
    public boolean survives() {
        return all.survive();
    }

    /** World ranks of members that have failed, in the order in which this rank has heard of it. */
    public int[] failed() {
        all.enter();
        try {
            return failed.stream().mapToInt(place -> members[place]).toArray();
        } finally {
            all.exit();
        }
    }

    /**
     * Acknowledges the first failures of {@link #failed}: receives from any source wait again.
     *
     * @return how many are acknowledged, those of before too
     */
    public int acknowledge(int number) {
        all.enter();
        try {
            acknowledged = Math.max(acknowledged, Math.min(number, failed.size()));
            if (acknowledged == failed.size() && !revoked) {
                all.receiving().resumeFromAny(context);
            }
            return acknowledged;
        } finally {
            all.exit();
        }
    }

    /** Why a receive from any source may wait in vain; null if it does not. */
    @Nullable
    String unacknowledged() {
        return acknowledged == failed.size() ? null : why(failed.get(acknowledged));
    }

    /** The error of a collective call because of a failure or since the communicator was revoked; null if they can be made. */
    public @Nullable EngineException callsEnded() {
        return callsEnded;
    }

    // ---- failures ------------------------------------------------------------------------------------------------

    /** A process has failed, which may be a member. */
    void died(int world, String why) {
        int place = place(world);
        if (place < 0 || failed.contains(place)) {
            return;
        }
        failed.add(place);
        if (!revoked) {
            // Whatever a call waits for: others that have heard of it have left the call.
            endCalls(new EngineException(ErrorClass.PROC_FAILED, why));
            all.receiving().pendFromAny(context, why);
        }
        if (agreement != null) {
            agreement.died(place);
        }
    }

    private void endCalls(EngineException error) {
        callsEnded = error;
        all.receiving().end(context + 1, error);
    }

    int place(int world) {
        for (int place = 0; place < members.length; place++) {
            if (members[place] == world) {
                return place;
            }
        }
        return -1;
    }

    /** Why nothing comes from a member that is absent; null for others. */
    public @Nullable String absence(int world) {
        return absent.isEmpty() ? null : absent.get(world);
    }

    /**
     * This process has not made what the communicator is for, with an error of a class. Others may have, where that tells of a failure: they
     * count it as absent.
     */
    public void leaves(int errorClass) {
        if (survives() && Memberships.tellsOfFailure(errorClass)) {
            sendToOthers(Memberships.LACKS, errorClass);
        }
    }

    private void sendToOthers(int kind, long... content) {
        all.enter();
        try {
            for (int place = 0; place < members.length; place++) {
                if (place != self) {
                    all.send(members[place], kind, this, content);
                }
            }
        } finally {
            all.exit();
        }
    }

    /** A member that lives has not got this communicator. */
    void isAbsent(int world, String why) {
        int place = place(world);
        if (place < 0 || failed.contains(place)) {
            return;
        }
        absent.put(world, why);
        if (agreement != null) {
            agreement.takesNoPart(place);
        }
        died(world, why);
        all.receiving().loseFrom(context, world, why);
        // Messages to it would wait for a receive.
        all.send(world, Memberships.FOREIGN, this);
    }

    // ---- communicators that are made of this one ------------------------------------------------------------------

    /** A call of all members that makes communicators begins; null: nobody asks who has failed in it. */
    public @Nullable Making making() {
        return survives() ? making(++makings & Integer.MAX_VALUE) : null;
    }

    /** The same in the background, of this number among such calls. */
    public @Nullable Making backgroundMaking(int number) {
        return survives() ? making(number | Integer.MIN_VALUE) : null;
    }

    private Making making(int number) {
        return new Making(key(), (long) context << Integer.SIZE | Integer.toUnsignedLong(number));
    }

    /** World ranks of all members. */
    public int[] members() {
        return members;
    }

    // ---- revocation ----------------------------------------------------------------------------------------------

    /** Does this once the communicator is revoked, also if it is already; under the lock of progress. */
    public void onRevoke(Runnable action) {
        onRevoke = action;
        if (revoked) {
            action.run();
        }
    }

    /** True once a member has revoked the communicator, as far as this rank has heard. */
    public boolean isRevoked() {
        return revoked;
    }

    /** Throws if it is. */
    public void checkRevoked() {
        if (revoked) {
            throw revocation();
        }
    }

    /** The error of calls on one that is revoked. */
    public static EngineException revocation() {
        return new EngineException(ErrorClass.REVOKED, "a process has revoked the communicator");
    }

    /** Ends communication on the communicator at all members. */
    public void revoke() {
        all.enter();
        try {
            revokeHere();
        } finally {
            all.exit();
        }
    }

    /** The first word of it is passed on to all others: who has said it may have failed meanwhile. */
    void revokeHere() {
        if (revoked) {
            return;
        }
        revoked = true;
        EngineException error = revocation();
        all.receiving().end(context, error);
        endCalls(error);
        onRevoke.run();
        all.revoked();
        sendToOthers(Memberships.REVOKE);
    }

    // ---- agreements ----------------------------------------------------------------------------------------------

    void enter(Agreeing call) {
        calls.add(call);
    }

    void leave(Agreeing call) {
        calls.remove(call);
    }

    boolean isFirst(Agreeing call) {
        return calls.peek() == call;
    }

    void start(long[] words) {
        BitSet known = new BitSet();
        failed.subList(0, acknowledged).forEach(known::set);
        agreement().start(words, known);
    }

    /** What a round that this rank has started has decided; null as long as it has not. */
    @Nullable
    Decision decision() {
        Decision decision = agreement().decision();
        if (decision != null) {
            // Others have heard of these.
            decision.dead().stream().forEach(place -> {
                if (decision.absent().get(place)) {
                    isAbsent(members[place], why(place));
                } else {
                    all.failed(members[place], why(place));
                }
            });
        }
        return decision;
    }

    /** Number of members that are not known to have failed. */
    public int living() {
        return members.length - failed.size();
    }

    /** True for members that a decision counts as failed, by their world ranks. */
    public boolean isDead(Decision decision, int world) {
        return decision.dead().get(place(world));
    }

    /** Names members in an error. */
    String names(BitSet places) {
        return places.stream()
                .mapToObj(this::why)
                .reduce((one, other) -> one + "; " + other)
                .orElse("");
    }

    private String why(int place) {
        String known = absent.get(members[place]);
        return known == null ? all.whyDead(members[place]) : known;
    }

    private Agreement agreement() {
        if (agreement == null) {
            agreement = new Agreement(
                    members.length, self, (to, message) -> all.send(members[to], Memberships.AGREE, this, message));
            for (int place : failed) {
                if (absent.containsKey(members[place])) {
                    agreement.takesNoPart(place);
                } else {
                    agreement.died(place);
                }
            }
        }
        return agreement;
    }

    /**
     * The members have agreed to part. Where all are of one job each still answers the others, at the latest in Finalize; in another job it
     * may be gone.
     */
    public void part() {
        all.enter();
        try {
            if (!all.areOfWorld(members)) {
                agreement().part();
            }
        } finally {
            all.exit();
        }
    }

    void received(int from, long[] message) {
        int place = place(from);
        if (place >= 0) {
            agreement().received(place, message);
        }
    }

    // ---- the communicator's end ----------------------------------------------------------------------------------

    /** True if messages of the communicator may still be under way which those of another one with its context could be taken for. */
    public boolean keepsContext() {
        return revoked || callsEnded != null || agreement != null;
    }

    int context() {
        return context;
    }

    /** Tells the communicator from others that have had its context. */
    public long key() {
        if (key == 0) {
            key = all.keyOf(members);
        }
        return key;
    }
}
