package org.bipj.net;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bipj.core.job.ForeignLauncher;
import org.bipj.core.job.Job;
import org.bipj.core.job.JobProvider;
import org.bipj.core.machine.Processors;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.NetVariables;
import org.bipj.net.pmi.KeyValues;
import org.bipj.net.pmi.Launchers;
import org.bipj.shm.HostSession;
import org.bipj.shm.ShmSession;

/**
 * Makes a process that a foreign launcher started ({@code mpiexec}, {@code srun}) a rank of a job: the ranks meet in the launcher's
 * {@link KeyValues}. docs/architecture/foreign-launchers.md describes the whole.
 */
public final class ForeignJobProvider implements JobProvider {
    /** Called by the service loader. */
    public ForeignJobProvider() {}

    @Override
    public Optional<Job> join() {
        Optional<ForeignLauncher> launcher = ForeignLauncher.of(NetVariables::value)
                .filter(found -> found.protocol() != ForeignLauncher.Protocol.NOTHING);
        return launcher.map(found -> join(Launchers.open(found, NetVariables::value)));
    }

    private static Job join(KeyValues space) {
        int rank = space.rank();
        int[] hostOf = space.hosts();
        int[] ranks = IntStream.range(0, space.size())
                .filter(other -> hostOf[other] == hostOf[rank])
                .toArray();
        boolean several = ranks.length < space.size();
        Meeting meeting = new Meeting(space, hostOf);
        HostSession session = null;
        if (rank == ranks[0]) {
            session = HostSession.make(ranks, space.size());
            meeting.announce(session.directory());
        }
        if (several && rank == 0) {
            meeting.announceSecret(ShmSession.newSecret());
        }
        meeting.introduce();
        space.fence();
        if (session == null) {
            int place = IntStream.range(0, ranks.length)
                    .filter(at -> ranks[at] == rank)
                    .findFirst()
                    .orElseThrow();
            session = HostSession.open(meeting.sessionOf(ranks[0]), ranks, place);
        }
        List<Meeting.Card> cards = meeting.cards(ranks);
        session.await(cards.stream().map(Meeting.Card::pid).toList());
        Job local = session.join(areCrowded(cards), new ForeignRank(space, meeting));
        return several ? new ForeignJob(local, meeting, space) : local;
    }

    /** True if these ranks, each bound to some processors, outnumber those that they have together. */
    private static boolean areCrowded(List<Meeting.Card> ranks) {
        BitSet all = new BitSet();
        for (Meeting.Card rank : ranks) {
            BitSet own = Processors.parse(rank.processors());
            if (own.isEmpty()) {
                return ranks.size() > Runtime.getRuntime().availableProcessors();
            }
            all.or(own);
        }
        return ranks.size() > all.cardinality();
    }

    /** Checks that the ranks of a host have the same version of the library, where it is known. */
    static void checkVersion(int rank, String own, int other, String others) {
        if (!own.isEmpty() && !others.isEmpty() && !own.equals(others)) {
            throw new PortException("rank " + rank + " runs with version " + own + " of the library, rank " + other
                    + " of the same host with version " + others + ": use one version for all");
        }
    }
}
