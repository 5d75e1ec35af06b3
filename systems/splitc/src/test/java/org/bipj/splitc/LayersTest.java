package org.bipj.splitc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** Split-C stands on active messages; only its two bases know which. */
@AnalyzeClasses(packages = "org.bipj.splitc", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of("org.bipj.splitc").circlesUpTo(5).rule();

    @ArchTest
    static final ArchRule KNOWS_NO_TRANSPORT_AND_NO_OTHER_FACADE =
            Purity.dependsOnNone("mpi..", "org.bipj.mpi..", "org.bipj.bip..", "org.bipj.shm..", "org.bipj.sim..");

    @ArchTest
    static final ArchRule ONLY_THE_BASES_KNOW_MESSAGES = noClasses()
            .that()
            .doNotBelongToAnyOf(AmBase.class, SsamBase.class)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bipj.am2..", "org.bipj.ssam..");

    @ArchTest
    static final ArchRule SIGNALS_ARE_PURE = noClasses()
            .that()
            .belongToAnyOf(Signals.class, Width.class)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bipj.core..");

    @ArchTest
    static final ArchRule NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread("org.bipj.splitc..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
