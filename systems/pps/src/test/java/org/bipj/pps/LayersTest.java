package org.bipj.pps;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** The arrows of the systems: Orca and Multigame stand on Panda, Panda and CRL on LCI (LCI paper, figure 5). */
@AnalyzeClasses(
        packages = {"org.bipj.panda", "org.bipj.orca", "org.bipj.crl", "org.bipj.multigame"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.panda..", "org.bipj.crl..", "org.bipj.orca..", "org.bipj.multigame..")
            .circlesUpTo(4)
            .rule();

    @ArchTest
    static final ArchRule KNOW_NO_TRANSPORT_AND_NO_OTHER_FACADE =
            Purity.dependsOnNone("mpi..", "org.bipj.mpi..", "org.bipj.bip..", "org.bipj.shm..", "org.bipj.sim..");

    @ArchTest
    static final ArchRule PANDA_KNOWS_NO_CLIENT = noClasses()
            .that()
            .resideInAPackage("org.bipj.panda..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bipj.orca..", "org.bipj.crl..", "org.bipj.multigame..");

    @ArchTest
    static final ArchRule CRL_STANDS_ON_LCI_ALONE = noClasses()
            .that()
            .resideInAPackage("org.bipj.crl..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bipj.panda..", "org.bipj.orca..", "org.bipj.multigame..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread("org.bipj..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
