package org.bipj.lci;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** The arrows of LCI: the library stands on packets, and those over a channel know nothing of the library. */
@AnalyzeClasses(packages = "org.bipj.lci", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS =
            Floors.of("org.bipj.lci.channel", "org.bipj.lci").circlesUpTo(8).rule();

    @ArchTest
    static final ArchRule KNOWS_NO_TRANSPORT_AND_NO_OTHER_FACADE =
            Purity.dependsOnNone("mpi..", "org.bipj.mpi..", "org.bipj.bip..", "org.bipj.shm..", "org.bipj.sim..");

    /** The sleeps of real time have one place. */
    @ArchTest
    static final ArchRule NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread(RealTime.class, "org.bipj.lci..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
