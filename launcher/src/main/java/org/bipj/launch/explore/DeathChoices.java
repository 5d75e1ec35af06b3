package org.bipj.launch.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.bipj.core.replay.Choices;
import org.bipj.core.replay.Choices.Alternative;
import org.bipj.sim.DeathDecisions;
import org.bipj.sim.SimSession;

/**
 * Which ranks die in a run, before which of their calls, and when each of the others notices it: before a call that a death changes,
 * before a message that comes in such a call, or where it can go no further otherwise. A rank that is to notice a death waits for one
 * there; a run in which none comes is cut off. So each way is tried in one run, whatever the order in which virtual time has the ranks.
 */
public final class DeathChoices implements Choices.Deaths, DeathDecisions {
    private static final IntPredicate NONE = rank -> false;
    /** How many calls of a rank that a death changes may pass in a row before it is noticed: it could be waited for in a loop. */
    private static final int MOST_PASSED = 20;

    private static final String ORDER = "in which order a rank notices two deaths before one call or message";

    private static final String LATE = "that a death is noticed more than " + MOST_PASSED + " calls later";

    /** What is known of a rank. */
    private static final class Rank {
        int calls;
        /** What it had sent when it last might have died; -1: it has not yet. */
        long sent = -1;

        int taken;
        boolean isDead;
        /** Deaths that it has not noticed, and why; empty before all that the dead has sent has come. */
        final Map<Integer, String> unnoticed = new TreeMap<>();

        String call = "";
        IntPredicate matters = NONE;
        boolean isOrdered;
        boolean hasParts;
        /** Calls in a row before which it has not noticed a death. */
        int passed;
        /** It goes on when it notices one of these deaths; null: it does not wait for one. */
        IntPredicate awaited;
        /** It waits for one before a call, and does nothing else. */
        boolean isStill;
        /** It waits among messages: those that have come are behind the death. */
        boolean isShut;
        /** Deaths that its port is about to report. */
        int coming;
    }

    private final Chooser chooser;
    private final SimSession session;
    private final List<String> chosen;
    private final IntConsumer kill;
    private final Rank[] ranks;
    private int left;
    private final Set<String> leftOut = new TreeSet<>();

    /**
     * Decides in a run.
     *
     * @param most how many ranks may die
     * @param kill ends the rank that calls, and does not return
     */
    public DeathChoices(Chooser chooser, int most, SimSession session, IntConsumer kill, List<String> chosen) {
        this.chooser = chooser;
        this.session = session;
        this.chosen = chosen;
        this.kill = kill;
        left = most;
        ranks = new Rank[session.ranks()];
        Arrays.setAll(ranks, rank -> new Rank());
    }

    // ---- who dies --------------------------------------------------------------------------------------------------

    @Override
    public void begins(int rank, String call) {
        Rank one = ranks[rank];
        one.calls++;
        one.call = "its call " + one.calls + ", " + call;
        one.hasParts = false;
        long sent = session.sent(rank);
        if (left == 0 || sent == one.sent || !canDie(rank, other -> true)) {
            return;
        }
        one.sent = sent;
        mayDie(rank, "before " + one.call);
    }

    @Override
    public void sends(int rank) {
        Rank one = ranks[rank];
        long sent = session.sent(rank);
        if (one.hasParts && left > 0 && sent > one.sent && canDie(rank, other -> true)) {
            one.sent = sent;
            mayDie(rank, "within " + one.call + ", when it has sent " + sent + " packets");
        }
    }

    private void mayDie(int rank, String where) {
        Alternative lives = alternative(rank, "lives on");
        if (choose(lives, List.of(alternative(rank, "dies " + where))) != lives) {
            left--;
            ranks[rank].isDead = true;
            for (Rank other : ranks) {
                other.unnoticed.put(rank, "");
            }
            session.died(rank, "has died " + where);
            kill.accept(rank);
        }
    }

    /** True for a rank that has died by choice. */
    boolean isDead(int rank) {
        return ranks[rank].isDead;
    }

    /** True for a rank that does nothing, whatever comes: it is dead, or waits for a death before a call. */
    boolean isStill(int rank) {
        return ranks[rank].isDead || ranks[rank].isStill;
    }

    /** True if another rank than this one lives, of those that are given. */
    private boolean canDie(int rank, IntPredicate given) {
        for (int other = 0; other < ranks.length; other++) {
            if (other != rank
                    && given.test(other)
                    && !ranks[other].isDead
                    && session.state(other) != SimSession.State.FINISHED) {
                return true;
            }
        }
        return false;
    }

    // ---- when the others notice it ---------------------------------------------------------------------------------

    @Override
    public boolean noticesBefore(int rank, IntPredicate matters) {
        Rank one = ranks[rank];
        List<Alternative> notices = notices(rank, matters, " before " + one.call);
        if (notices.isEmpty()) {
            return false;
        }
        boolean isPending = one.unnoticed.keySet().stream().anyMatch(matters::test);
        Alternative usual = alternative(rank, "goes on to its call " + one.calls);
        if (!isPending || ++one.passed <= MOST_PASSED) {
            if (choose(usual, notices) == usual) {
                return false;
            }
        } else {
            leftOut.add(LATE);
        }
        await(one, rank, matters);
        one.isStill = true;
        session.await(rank, () -> one.awaited == null);
        one.isStill = false;
        return true;
    }

    /** The ways in which a rank notices a death now: one that it may notice, or one that is to come. */
    private List<Alternative> notices(int rank, IntPredicate matters, String before) {
        Rank one = ranks[rank];
        long pending = one.unnoticed.keySet().stream().filter(matters::test).count();
        boolean isPending = pending > 0;
        if (pending > 1) {
            leftOut.add(ORDER);
        }
        boolean comes = !isPending && left > 0 && canDie(rank, matters);
        boolean isTried =
                isPending && one.unnoticed.keySet().stream().allMatch(dead -> chooser.isAsleep(notice(rank, dead)));
        return (isPending || comes) && !isTried ? List.of(alternative(rank, "notices a death" + before)) : List.of();
    }

    private static String notice(int rank, int dead) {
        return "rank " + rank + ": notices the death of rank " + dead;
    }

    private void await(Rank one, int rank, IntPredicate matters) {
        one.awaited = matters;
        one.passed = 0;
        one.unnoticed.keySet().stream()
                .filter(dead -> matters.test(dead) && !one.unnoticed.get(dead).isEmpty())
                .findFirst()
                .ifPresent(dead -> tell(rank, dead));
    }

    private void tell(int rank, int dead) {
        Rank one = ranks[rank];
        String why = one.unnoticed.remove(dead);
        one.awaited = null;
        one.coming++;
        session.tell(rank, dead, why);
    }

    @Override
    public boolean isBeingTold(int rank) {
        return ranks[rank].coming > 0;
    }

    @Override
    public void waits(int rank, IntPredicate matters, boolean isOrdered, boolean hasParts) {
        ranks[rank].hasParts = hasParts;
        ranks[rank].matters = matters;
        ranks[rank].isOrdered = isOrdered;
    }

    @Override
    public void knows(int rank, int dead) {
        if (ranks[rank].unnoticed.containsKey(dead)) {
            tell(rank, dead);
        }
    }

    @Override
    public void died(int dead, String why) {
        for (int rank = 0; rank < ranks.length; rank++) {
            Rank one = ranks[rank];
            one.unnoticed.put(dead, why);
            if (!one.isDead && one.awaited != null && one.awaited.test(dead)) {
                tell(rank, dead);
            }
        }
    }

    // ---- among messages --------------------------------------------------------------------------------------------

    @Override
    public boolean isShut(int rank) {
        return ranks[rank].isShut;
    }

    /** What the dead have sent comes before their deaths. */
    @Override
    public boolean takes(int rank, int from) {
        Rank one = ranks[rank];
        if (one.isShut) {
            return false;
        }
        if (!one.isOrdered || ranks[from].isDead) {
            return true;
        }
        Alternative usual = alternative(rank, "takes message " + (one.taken + 1));
        if (choose(usual, notices(rank, one.matters, " before message " + (one.taken + 1))) == usual) {
            one.taken++;
            one.passed = 0;
            return true;
        }
        one.isShut = true;
        await(one, rank, one.matters);
        return false;
    }

    @Override
    public void told(int rank, int dead) {
        ranks[rank].isShut = false;
        ranks[rank].coming--;
    }

    // ---- where nothing else happens --------------------------------------------------------------------------------

    /** Adds the deaths that ranks may notice which can do nothing else. */
    void addTo(List<Alternative> all) {
        List<Alternative> others = List.copyOf(all);
        for (int rank = 0; rank < ranks.length; rank++) {
            int number = rank;
            boolean isBusy = others.stream()
                    .anyMatch(one -> one.rank() == number
                            && !one.isLastResort()
                            && !one.effect().isFailure());
            if (!isBusy) {
                addTo(all, rank, ranks[rank].matters);
            }
        }
    }

    /** Adds all deaths that have not been noticed, also where they change nothing that is seen. */
    void addRest(List<Alternative> all) {
        for (int rank = 0; rank < ranks.length; rank++) {
            addTo(all, rank, other -> true);
        }
    }

    private void addTo(List<Alternative> all, int rank, IntPredicate matters) {
        if (!ranks[rank].isDead && ranks[rank].awaited == null && session.state(rank) != SimSession.State.FINISHED) {
            ranks[rank].unnoticed.keySet().stream()
                    .filter(matters::test)
                    .forEach(dead -> all.add(new Alternative(rank, notice(rank, dead), false, () -> tell(rank, dead))));
        }
    }

    /** True if a rank waits for a death: where nothing else happens, none comes. */
    boolean isAwaited() {
        return Arrays.stream(ranks).anyMatch(one -> !one.isDead && one.awaited != null);
    }

    /** What was left open and not decided. */
    Set<String> leftOut() {
        return leftOut;
    }

    // ---- choices ---------------------------------------------------------------------------------------------------

    private static Alternative alternative(int rank, String what) {
        return new Alternative(rank, "rank " + rank + ": " + what, false, () -> {});
    }

    /** Chooses in a call of a rank. What ends the run does not go through its program. */
    private Alternative choose(Alternative usual, List<Alternative> others) {
        List<Alternative> all = new ArrayList<>(others);
        all.addFirst(usual);
        try {
            Alternative one = chooser.chooseUsual(all);
            if (one != usual) {
                chosen.add(one.text());
            }
            return one;
        } catch (RunOverException | DivergedException e) {
            session.stop(e);
            throw e;
        }
    }
}
