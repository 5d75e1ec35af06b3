package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import mpi.MPI;

/** Cases of one part of the contract. Concrete suites have a public constructor without arguments, which adds them. */
public abstract class Suite {
    private final List<Case> cases = new ArrayList<>();

    /** What each rank of a case does. All ranks run the same body, as MPI programs do. */
    @FunctionalInterface
    public interface Body {
        /** Runs one rank's part; throws where the contract is broken. */
        void run(Rank rank) throws Exception;
    }

    /**
     * One case.
     *
     * @param ranks size of the communicator that the body gets
     */
    public record Case(String name, int ranks, Body body) {}

    /** Most ranks of cases that run on several numbers of ranks. */
    static final int MOST = Boolean.getBoolean("bipj.deep") ? 8 : 5;

    /** Ranks of cases of many. */
    static final int MANY = Boolean.getBoolean("bipj.deep") ? 7 : 5;

    /** For suites. */
    protected Suite() {}

    /** Adds a case. */
    protected final void add(String name, int ranks, Body body) {
        add(new Case(name, ranks, body));
    }

    /** Adds a case. */
    final void add(Case one) {
        cases.add(one);
    }

    /** Adds a case that runs on communicators of 1 to 5 ranks, in the deep suite of 1 to 8, with ERRORS_RETURN. */
    final void each(String name, Subgroups.Body body) {
        add(
                name,
                MOST,
                rank -> Subgroups.each(rank.comm(), comm -> {
                    comm.setErrhandler(MPI.ERRORS_RETURN);
                    body.run(comm);
                }));
    }

    /** The cases in the order in which they run where one job runs them all. */
    public final List<Case> cases() {
        return Collections.unmodifiableList(cases);
    }

    /** Most ranks that a case needs. */
    public final int ranks() {
        return cases.stream().mapToInt(Case::ranks).max().orElse(1);
    }

    /** The thread level that the suite asks for. */
    public int threadLevel() {
        return MPI.THREAD_SINGLE;
    }
}
