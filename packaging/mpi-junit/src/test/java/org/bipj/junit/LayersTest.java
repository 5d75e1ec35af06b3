package org.bipj.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** The extension stands on MPI and the launcher, which runs its ranks, and on nothing below them. */
@AnalyzeClasses(packages = "org.bipj.junit", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of("org.bipj.junit").circlesUpTo(2).rule();

    @ArchTest
    static final ArchRule RANKS_ARE_THE_LAUNCHERS = Purity.dependsOnNone(
            "org.bipj.core.channel..",
            "org.bipj.core.nic..",
            "org.bipj.core.payload..",
            "org.bipj.mpi..",
            "org.bipj.shm..",
            "org.bipj.sim.(*)..",
            "org.bipj.launch.mpirun.process..",
            "org.bipj.launch.mpirun.command..",
            "org.bipj.samples..");

    /** JUnit's engine is the user's choice: one that runs jqwik alone, or another framework. */
    @ArchTest
    static final ArchRule THE_RUNNER_NEEDS_NO_JUNIT = noClasses()
            .that()
            .haveSimpleNameStartingWith("MpiRunner")
            .or()
            .haveSimpleNameStartingWith("Rank")
            .and()
            .doNotHaveSimpleName("RankTest")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.junit..");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
