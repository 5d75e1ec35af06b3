package org.bipj.executor;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** The executor stands on the public interface of MPI: what it can do, a program could. */
@AnalyzeClasses(packages = "org.bipj.executor", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of("org.bipj.executor").circlesUpTo(3).rule();

    /** Of core only the error that ends a rank, which nobody may catch. */
    @ArchTest
    static final ArchRule STANDS_ON_MPI = Purity.dependsOnNone(
            "org.bipj.mpi..",
            "org.bipj.bip..",
            "org.bipj.core.channel..",
            "org.bipj.core.nic..",
            "org.bipj.core.runtime..",
            "org.bipj.shm..",
            "org.bipj.net..",
            "org.bipj.sim..",
            "org.bipj.launch..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
