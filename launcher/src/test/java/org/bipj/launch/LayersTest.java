package org.bipj.launch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.launch.mpirun.process.HostNameProvider;
import org.bipj.launch.seeing.profile.Profile;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** Inside the launcher there is one way down. */
@AnalyzeClasses(packages = "org.bipj.launch", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up; docs/architecture/jobs-and-launcher.md draws them. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.launch.support",
                    "org.bipj.launch.hosts.wire",
                    "org.bipj.launch.mpirun.command",
                    "org.bipj.launch.mpirun.manual",
                    "org.bipj.launch.mpirun.output",
                    "org.bipj.launch.seeing.profile",
                    "org.bipj.launch.seeing.timeline",
                    "org.bipj.launch.seeing.top",
                    "org.bipj.launch.seeing.view",
                    "org.bipj.launch.mpirun.program",
                    "org.bipj.launch.mpirun.job",
                    "org.bipj.launch.mpirun.process",
                    "org.bipj.launch.hosts.supervisor",
                    "org.bipj.launch.hosts",
                    "org.bipj.launch.hosted.threads",
                    "org.bipj.launch.hosted.streams",
                    "org.bipj.launch.hosted.sockets",
                    "org.bipj.launch.hosted.loader",
                    "org.bipj.launch.hosted.world",
                    "org.bipj.launch.explore",
                    "org.bipj.launch.onejvm",
                    "org.bipj.launch.cache",
                    "org.bipj.launch")
            .circlesUpTo(5)
            .rule();

    /** A rank is a process or shares a JVM: what both kinds of jobs need is in {@code job}. */
    @ArchTest
    static final ArchRule HOSTED_RANKS_DO_NOT_DEPEND_ON_PROCESSES = noClasses()
            .that()
            .resideInAnyPackage("org.bipj.launch.hosted.loader", "org.bipj.launch.onejvm")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.launch.mpirun.process");

    @ArchTest
    static final ArchRule OUTPUT_DOES_NOT_DEPEND_ON_PROGRAMS = noClasses()
            .that()
            .resideInAPackage("org.bipj.launch.mpirun.program")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.launch.mpirun.output");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES =
            Purity.variablesAreReadBy(LauncherVariables.class, Profile.class, HostNameProvider.class);
}
