package org.bipj.mpi.contract;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The suites. */
public final class Suites {
    /** Chooses suites by their simple names, separated by commas; without it all suites run. */
    private static final String CHOSEN = System.getProperty("bipj.suite", "");

    private static final Set<String> NAMES = CHOSEN.isEmpty() ? Set.of() : Set.of(CHOSEN.split(","));

    private Suites() {}

    /**
     * True if {@code -Dbipj.suite=NAME,...} names the suite, or names none.
     *
     * @throws IllegalArgumentException if one of the names is no suite's
     */
    public static boolean isChosen(Suite suite) {
        NAMES.forEach(Suites::check);
        return NAMES.isEmpty() || NAMES.contains(suite.getClass().getSimpleName());
    }

    private static void check(String name) {
        try {
            Class.forName(Suites.class.getPackageName() + "." + name).asSubclass(Suite.class);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IllegalArgumentException("-Dbipj.suite=" + CHOSEN + ": there is no suite " + name, e);
        }
    }

    /** All of them: on the fabric in memory and in each of the launcher's modes. In the deep profile everywhere. */
    public static List<Suite> all() {
        return Stream.concat(ofTransports().stream(), aboveTransports().stream())
                .toList();
    }

    /** Suites of what transports or hosts do differently: they run on each transport. */
    public static List<Suite> ofTransports() {
        return List.of(
                new SendSuite(),
                new SendBufferSuite(),
                new ExchangeSuite(),
                new BufferSuite(),
                new SegmentSuite(),
                new DatatypeSuite(),
                new MatchingSuite(),
                new RequestSuite(),
                new GrequestSuite(),
                new CancelSuite(),
                new PersistentSuite(),
                new PartitionedSuite(),
                new NonblockingSuite(),
                new IdupSuite(),
                new ErrorSuite(),
                new ErrhandlerSuite(),
                new CollectiveSuite(),
                new DifferentCallSuite(),
                new RandomSuite(),
                new CommunicatorSuite(),
                new SplitTypeSuite(),
                new IntercommSuite(),
                new SessionSuite(),
                new ConnectSuite(),
                new WindowSuite(),
                new WindowEpochSuite(),
                new WindowEndSuite(),
                new WindowTypeSuite(),
                new SharedWindowSuite(),
                new BesideBipSuite(),
                new OtherThreadSuite(),
                new FunneledSuite(),
                new SerializedSuite(),
                new ThreadSuite(),
                new SessionThreadSuite(),
                new ConnectThreadSuite(),
                new WindowThreadSuite());
    }

    /** Suites of what lies above the transport, which need not run on each. */
    private static List<Suite> aboveTransports() {
        return List.of(
                new BufferTypeSuite(),
                new SignatureSuite(),
                new ReductionSuite(),
                new TopologySuite(),
                new NeighbourSuite(),
                new IntercommCollectiveSuite(),
                new StructSuite(),
                new EnvironmentSuite(),
                new TypeContentsSuite(),
                new ExternalPackingSuite(),
                new LargeCountSuite(),
                new LocalSuite(),
                new ObjectSuite(),
                new ObjectArraySuite(),
                new OffsetSuite(),
                new HandleSuite(),
                new AgreementSuite(),
                new AttributeSuite(),
                new ArrayTypeSuite(),
                new StatusSuite(),
                new FileSuite(),
                new FileSharedSuite(),
                new FileErrorSuite(),
                new FileOverlapSuite());
    }
}
