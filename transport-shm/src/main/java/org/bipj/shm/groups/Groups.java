package org.bipj.shm.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.SharedGroup;
import org.bipj.core.nic.SharedGroups;
import org.bipj.core.report.WaitReport;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.JobMemory;
import org.bipj.shm.board.RingReserve;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Numbered;
import org.bipj.shm.memory.Store;

/** The groups that one rank is a member of and that share memory. */
public final class Groups implements SharedGroups {
    /** Memory is made only where there is room for this number of them, because it is not required. */
    private static final int ROOM_TO_SPARE = 16;

    private final Numbered<JobMemory> jobs;
    private final Store store;
    private final RingReserve reserve;
    private final int rank;
    private final List<ShmGroup> groups = new ArrayList<>();
    /** By place here the rank in its job; null where places are ranks. */
    private IntUnaryOperator rankOf;

    private int made;

    private final Distance.Given distance;

    /**
     * Creates the groups of one rank, of which there are none yet.
     *
     * @param reserve of the job, whose memory they use
     * @param distance how far their ranks are taken to be from each other
     */
    public Groups(RingReserve reserve, int rank, Distance.Given distance) {
        this.distance = distance;
        this.reserve = reserve;
        store = reserve.store();
        Board board = reserve.board();
        this.rank = rank;
        jobs = new Numbered<>(board.ranks(), new JobMemory(store, board));
    }

    /** Ranks of another job may be members from now on, by the numbers from the first one on. */
    public void attach(int first, JobMemory job) {
        jobs.add(first, job.board().ranks(), job);
    }

    /** The ranks of the job with this first number are members of no group any more. */
    public void detach(int first) {
        jobs.remove(first);
    }

    /** The memory and board of a member's job. */
    JobMemory job(int member) {
        return jobs.of(member);
    }

    /** A member's rank in its job. */
    int placeOf(int member) {
        return jobs.place(member);
    }

    /** These groups for callers to whom ranks have other numbers: by these the numbers here, and by the latter the ranks in their jobs. */
    public SharedGroups among(IntUnaryOperator placeOf, IntUnaryOperator rankInJob) {
        rankOf = rankInJob;
        return new SharedGroups() {
            @Override
            public SharedGroup make(int[] members, int self) {
                return Groups.this.make(places(members), self);
            }

            @Override
            public SharedGroup open(int maker, int number, int[] members, int self) {
                return Groups.this.open(place(maker), number, places(members), self);
            }

            private int[] places(int[] members) {
                return Arrays.stream(members).map(this::place).toArray();
            }

            private int place(int member) {
                int place = placeOf.applyAsInt(member);
                if (place < 0) {
                    throw new IllegalArgumentException("the process of number " + member + " is not on this host");
                }
                return place;
            }
        };
    }

    Distance.Given distance() {
        return distance;
    }

    /** Members as users know them: by ranks, and by those of their jobs where there are several. */
    String named(List<Integer> members) {
        boolean isOfFirst = jobs.of(rank).board().job() == 0;
        if (isOfFirst && members.stream().allMatch(member -> jobs.of(member) == jobs.of(rank))) {
            return WaitReport.ranks(members.stream().map(this::rankOf).toList());
        }
        return (members.size() == 1 ? "rank " : "ranks ")
                + members.stream()
                        .map(member -> jobs.of(member).board().job() + "." + rankOf(member))
                        .collect(Collectors.joining(", "));
    }

    private int rankOf(int member) {
        return rankOf == null ? jobs.place(member) : rankOf.applyAsInt(member);
    }

    @Override
    public SharedGroup make(int[] members, int self) {
        if (!Arrays.stream(members).allMatch(jobs::has)) {
            return null;
        }
        int number = made++;
        Mapping lines = create(store, GroupFile.name(rank, number), GroupFile.bytes(members.length));
        if (lines == null) {
            return null;
        }
        GroupFile.make(lines.memory(), members.length);
        return add(new ShmGroup(this, members, self, rank, number, lines));
    }

    /** Null also where some member shares no memory with this rank. */
    @Override
    public SharedGroup open(int maker, int number, int[] members, int self) {
        if (!Arrays.stream(members).allMatch(jobs::has)) {
            return null;
        }
        String name = GroupFile.name(jobs.place(maker), number);
        Mapping lines = open(jobs.of(maker).store(), name);
        if (lines == null) {
            return null;
        }
        GroupFile.check(name, lines.memory(), members.length);
        return add(new ShmGroup(this, members, self, maker, number, lines));
    }

    private ShmGroup add(ShmGroup group) {
        groups.add(group);
        return group;
    }

    boolean remove(ShmGroup group) {
        return groups.remove(group);
    }

    /** New memory; null where there is no room for it, and to spare. */
    Mapping create(Store store, String name, long bytes) {
        if (!reserve.leaves(ROOM_TO_SPARE * bytes)) {
            return null;
        }
        try {
            return store.create(name, bytes);
        } catch (PortException e) {
            return without(name, e);
        }
    }

    /** Memory that another rank made; null where it cannot be mapped. */
    static Mapping open(Store store, String name) {
        try {
            return store.open(name);
        } catch (PortException e) {
            return without(name, e);
        }
    }

    private static Mapping without(String name, PortException e) {
        System.getLogger(Groups.class.getName())
                .log(System.Logger.Level.DEBUG, "no memory " + name + " for a group, messages go on serving", e);
        return null;
    }

    /** True if what this rank waits for in a group is there. */
    public boolean haveNews() {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).hasNews()) {
                return true;
            }
        }
        return false;
    }

    /** What this rank waits for in its groups, in words; empty if it waits for nothing there. */
    public String waitsFor() {
        return groups.stream()
                .map(ShmGroup::waitsFor)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** The ranks that this rank waits for in its groups. */
    public int[] awaited() {
        return groups.stream()
                .flatMap(group -> group.missing().stream())
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Ends this rank's use of all groups. */
    public void close() {
        List.copyOf(groups).forEach(ShmGroup::close);
    }
}
