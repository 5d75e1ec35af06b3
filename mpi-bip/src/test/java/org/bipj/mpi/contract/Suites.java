package org.bipj.mpi.contract;

import java.util.List;

/** The suites. */
public final class Suites {
    private Suites() {}

    /** All of them. */
    public static List<Suite> all() {
        return List.of(
                new SendSuite(),
                new ExchangeSuite(),
                new BufferSuite(),
                new SegmentSuite(),
                new DatatypeSuite(),
                new BufferTypeSuite(),
                new SignatureSuite(),
                new MatchingSuite(),
                new RequestSuite(),
                new PersistentSuite(),
                new NonblockingSuite(),
                new IdupSuite(),
                new ErrorSuite(),
                new CollectiveSuite(),
                new ReductionSuite(),
                new DifferentCallSuite(),
                new RandomSuite(),
                new CommunicatorSuite(),
                new TopologySuite(),
                new NeighbourSuite(),
                new IntercommSuite(),
                new IntercommCollectiveSuite(),
                new WindowSuite(),
                new WindowEpochSuite(),
                new WindowEndSuite(),
                new SharedWindowSuite(),
                new BesideBipSuite(),
                new FileSuite(),
                new FileSharedSuite(),
                new FileErrorSuite(),
                new StructSuite(),
                new LocalSuite(),
                new ObjectSuite(),
                new HandleSuite(),
                new OtherThreadSuite(),
                new AttributeSuite(),
                new ArrayTypeSuite(),
                new FunneledSuite(),
                new SerializedSuite(),
                new ThreadSuite(),
                new WindowThreadSuite());
    }
}
