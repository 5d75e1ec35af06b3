package org.bipj.reproduce;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** Reports show what a user's program gets, and no published value is near the place where it is measured. */
@AnalyzeClasses(packages = "org.bipj.reproduce", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS =
            Floors.of("org.bipj.reproduce..").circlesUpTo(2).rule();

    @ArchTest
    static final ArchRule EXPERIMENTS_HAVE_NO_PUBLISHED_VALUE = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.bipj.reproduce.lab",
                    "org.bipj.reproduce.am",
                    "org.bipj.reproduce.bip",
                    "org.bipj.reproduce.lci",
                    "org.bipj.reproduce.mpi",
                    "org.bipj.reproduce.ssam")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.reproduce.report");

    @ArchTest
    static final ArchRule REPORTS_RUN_NO_EXPERIMENT = noClasses()
            .that()
            .resideInAPackage("org.bipj.reproduce.report")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.bipj.reproduce.am",
                    "org.bipj.reproduce.bip",
                    "org.bipj.reproduce.lci",
                    "org.bipj.reproduce.mpi",
                    "org.bipj.reproduce.ssam");

    @ArchTest
    static final ArchRule EXPERIMENTS_USE_PUBLIC_INTERFACES = Purity.dependsOnNone(
            "org.bipj.core.channel..",
            "org.bipj.mpi..",
            "org.bipj.sim.am..",
            "org.bipj.sim.bip..",
            "org.bipj.sim.lci..",
            "org.bipj.sim.hardware..",
            "org.bipj.sim.net..");

    /** Those of Active Messages II and LCI are programs over the endpoints or packets of a port; those of SSAM measure a kernel's traps. */
    @ArchTest
    static final ArchRule EXPERIMENTS_USE_NO_PORT = noClasses()
            .that()
            .resideOutsideOfPackages("org.bipj.reproduce.am", "org.bipj.reproduce.lci", "org.bipj.reproduce.ssam")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.core.nic..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
