package org.bipj.am2;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** The arrows of am2: the library stands on endpoints, and those over a channel know nothing of the library. */
@AnalyzeClasses(packages = "org.bipj.am2", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS =
            Floors.of("org.bipj.am2.channel", "org.bipj.am2").circlesUpTo(7).rule();

    @ArchTest
    static final ArchRule KNOWS_NO_TRANSPORT_AND_NO_OTHER_FACADE =
            Purity.dependsOnNone("mpi..", "org.bipj.mpi..", "org.bipj.bip..", "org.bipj.shm..", "org.bipj.sim..");

    @ArchTest
    static final ArchRule NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread("org.bipj.am2..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
