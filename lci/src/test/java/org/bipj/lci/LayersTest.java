package org.bipj.lci;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Purity;

/** The arrows of am2: the library stands on endpoints, and those over a channel know nothing of the library. */
@AnalyzeClasses(packages = "org.bipj.lci", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    @ArchTest
    static final ArchRule KNOWS_NO_TRANSPORT_AND_NO_OTHER_FACADE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("mpi..", "org.bipj.mpi..", "org.bipj.bip..", "org.bipj.shm..", "org.bipj.sim..");

    @ArchTest
    static final ArchRule ENDPOINTS_DO_NOT_KNOW_THE_LIBRARY = noClasses()
            .that()
            .resideInAPackage("org.bipj.lci.channel")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.lci");

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CIRCLE =
            slices().matching("org.bipj.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread("org.bipj.lci..");
}
