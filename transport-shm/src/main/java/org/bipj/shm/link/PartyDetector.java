package org.bipj.shm.link;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.shm.board.JobMemory;
import org.bipj.shm.waiting.Collected;
import org.bipj.shm.waiting.DeadlockDetector;
import org.bipj.shm.waiting.HostRounds;
import org.bipj.shm.waiting.Standstill;

/**
 * Detects, for the launcher of several jobs, that all ranks of jobs which are connected with each other wait for ever. These jobs are a
 * <em>party</em>; one that is connected with no other is a party, too. A round is one of all ranks of a party: see {@link Standstill}, and
 * docs/architecture/dynamic-processes.md.
 */
public final class PartyDetector {
    private final long patienceNs;
    /** The jobs that have been added, by address, in the order of that. */
    private final Map<String, Member> members = new LinkedHashMap<>();

    private static final class Member {
        final JobMemory job;
        final HostRounds rounds;
        int round;
        /** Null: a new one is to be found. */
        Party party;

        Member(JobMemory job) {
            this.job = job;
            rounds = new HostRounds(job.board());
        }
    }

    /** Jobs that are connected, when the current round of theirs began. */
    private record Party(Set<String> addresses, Standstill standstill) {}

    /**
     * A detector without jobs.
     *
     * @param patienceNs how long nothing may happen before a deadlock is reported; correctness does not depend on it
     */
    public PartyDetector(long patienceNs) {
        this.patienceNs = patienceNs;
    }

    /** How often to {@link #look}, in nanoseconds. */
    public long periodNs() {
        return DeadlockDetector.periodNs(patienceNs);
    }

    /** A job has begun. */
    public synchronized void add(String address, JobMemory job) {
        members.put(address, new Member(job));
    }

    /** A job is over. */
    public synchronized void remove(String address) {
        Member gone = members.remove(address);
        if (gone != null && gone.party != null) {
            dissolve(gone.party);
        }
    }

    /**
     * Looks at the ranks of a job, and of those that it is connected with, once; does not wait for any. Of a party, looks at the job that
     * was added first count.
     *
     * @param nowNs the time, on any clock that does not go back
     * @return true if no rank of the party will ever go on
     */
    public synchronized boolean look(String address, long nowNs) {
        Member member = members.get(address);
        if (member == null || member.party != null && !isFirst(address, member.party)) {
            return false;
        }
        Collected collected = member.party == null ? null : collect(member.party);
        // Behind the marks: what a rank has attached before it answered is read here.
        Set<String> connected = connected(address);
        if (member.party == null || !member.party.addresses.equals(connected)) {
            form(connected);
            return false;
        }
        if (collected == null) {
            return false;
        }
        boolean dead = member.party.standstill.isReached(collected, nowNs);
        begin(member.party);
        return dead;
    }

    /** The jobs that are connected with one, in the order in which they were added. */
    public synchronized Set<String> party(String address) {
        Set<String> connected = connected(address);
        Set<String> ordered = new LinkedHashSet<>(members.keySet());
        ordered.retainAll(connected);
        return ordered;
    }

    /** True if nobody knows whether the ranks of a job wait for ever: one of its party may be waiting for a job that is unknown here. */
    public synchronized boolean isBlind(String address) {
        return connected(address).stream()
                .anyMatch(one -> !members.containsKey(one)
                        || members.get(one).job.board().isAwaiting());
    }

    private Set<String> connected(String address) {
        Map<String, Set<String>> links = new LinkedHashMap<>();
        members.forEach((one, member) ->
                links.put(one, member.job.board().isLinked() ? JobLinks.all(member.job.store()) : Set.of()));
        Set<String> connected = new TreeSet<>(JobLinks.connected(address, links));
        links.forEach((one, attached) -> {
            if (connected.contains(one)) {
                connected.addAll(attached);
            }
        });
        // What a rank says that has detached all.
        connected.remove("");
        return connected;
    }

    private boolean isFirst(String address, Party party) {
        for (String one : members.keySet()) {
            if (party.addresses.contains(one)) {
                return one.equals(address);
            }
        }
        return false;
    }

    private void form(Set<String> addresses) {
        Party party = new Party(addresses, new Standstill(ranks(addresses), patienceNs));
        for (String address : addresses) {
            Member member = members.get(address);
            if (member != null) {
                if (member.party != null) {
                    dissolve(member.party);
                }
                member.party = party;
            }
        }
        begin(party);
    }

    private int ranks(Set<String> addresses) {
        return members.entrySet().stream()
                .filter(one -> addresses.contains(one.getKey()))
                .mapToInt(one -> one.getValue().job.board().ranks())
                .sum();
    }

    private void dissolve(Party party) {
        members.values().stream().filter(member -> member.party == party).forEach(member -> member.party = null);
    }

    private void begin(Party party) {
        for (Member member : members.values()) {
            if (member.party == party) {
                member.rounds.begin(++member.round);
            }
        }
    }

    /** What all ranks have answered; null as long as one has not, or as one is of a job that is none of this launcher's. */
    private Collected collect(Party party) {
        Collected all = null;
        for (String address : party.addresses) {
            Member member = members.get(address);
            Collected of = member == null ? null : member.rounds.collect();
            if (of == null) {
                return null;
            }
            all = all == null ? of : all.plus(of);
        }
        return all;
    }
}
