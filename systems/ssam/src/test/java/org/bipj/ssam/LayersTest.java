package org.bipj.ssam;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** SSAM stands on the facet of cells, and its windows on nothing. */
@AnalyzeClasses(packages = "org.bipj.ssam", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS =
            Floors.of("org.bipj.ssam.remote", "org.bipj.ssam").circlesUpTo(3).rule();

    @ArchTest
    static final ArchRule KNOWS_NO_TRANSPORT_AND_NO_OTHER_FACADE = Purity.dependsOnNone(
            "mpi..", "org.bipj.mpi..", "org.bipj.bip..", "org.bipj.am2..", "org.bipj.shm..", "org.bipj.sim..");

    @ArchTest
    static final ArchRule WINDOWS_ARE_PURE = noClasses()
            .that()
            .belongToAnyOf(OutgoingRequests.class, IncomingRequests.class)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bipj.core..");

    @ArchTest
    static final ArchRule NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread("org.bipj.ssam..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
