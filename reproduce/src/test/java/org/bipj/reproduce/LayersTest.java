package org.bipj.reproduce;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What is reported is what a user's program gets, and no published value is near the place where it is measured. */
@AnalyzeClasses(packages = "org.bipj.reproduce", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    @ArchTest
    static final ArchRule EXPERIMENTS_KNOW_NO_PUBLISHED_VALUE = noClasses()
            .that()
            .implement(Experiment.class)
            .or()
            .implement(Cluster.Program.class)
            .or()
            .resideInAnyPackage("org.bipj.reproduce.bip..", "org.bipj.reproduce.mpi..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Published.class, Row.class, Outcome.class);

    @ArchTest
    static final ArchRule EXPERIMENTS_USE_PUBLIC_INTERFACES = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.bipj.core.channel..",
                    "org.bipj.core.nic..",
                    "org.bipj.mpi..",
                    "org.bipj.sim.bip..",
                    "org.bipj.sim.hardware..",
                    "org.bipj.sim.net..");
}
