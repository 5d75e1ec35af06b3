package org.bipj.launch.contract;

import java.util.List;
import java.util.Set;
import org.bipj.mpi.contract.Suite;

/** All suites on threads, where nothing but the JDK is used; {@link PortableTest} has some of them in all tiers. */
class PortableThreadsTest extends ThreadModeContractTest {
    @Override
    TestJob mpirun() {
        return super.mpirun().launcher(PortableTest.PORTABLE);
    }

    @Override
    Set<Class<? extends Suite>> first() {
        return Set.of();
    }

    @Override
    List<Suite> chosen() {
        return DEEP ? super.chosen() : List.of();
    }
}
