package org.bipj.launch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.launch.process.HostNameProvider;
import org.bipj.launch.profile.Profile;
import org.bipj.launch.system.LauncherVariables;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** Inside the launcher there is one way down. */
@AnalyzeClasses(packages = "org.bipj.launch", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up; docs/architecture/jobs-and-launcher.md draws them. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.launch.system",
                    "org.bipj.launch.wire",
                    "org.bipj.launch.command",
                    "org.bipj.launch.manual",
                    "org.bipj.launch.output",
                    "org.bipj.launch.profile",
                    "org.bipj.launch.timeline",
                    "org.bipj.launch.top",
                    "org.bipj.launch.view",
                    "org.bipj.launch.program",
                    "org.bipj.launch.job",
                    "org.bipj.launch.process",
                    "org.bipj.launch.supervisor",
                    "org.bipj.launch.hosts",
                    "org.bipj.launch.threads",
                    "org.bipj.launch.streams",
                    "org.bipj.launch.sockets",
                    "org.bipj.launch.loader",
                    "org.bipj.launch.world",
                    "org.bipj.launch.explore",
                    "org.bipj.launch.sharedjvm",
                    "org.bipj.launch.cache",
                    "org.bipj.launch")
            .circlesUpTo(5)
            .rule();

    /** A rank is a process or shares a JVM: what both kinds of jobs need is in {@code job}. */
    @ArchTest
    static final ArchRule HOSTED_RANKS_DO_NOT_DEPEND_ON_PROCESSES = noClasses()
            .that()
            .resideInAnyPackage("org.bipj.launch.loader", "org.bipj.launch.sharedjvm")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.launch.process");

    @ArchTest
    static final ArchRule OUTPUT_DOES_NOT_DEPEND_ON_PROGRAMS = noClasses()
            .that()
            .resideInAPackage("org.bipj.launch.program")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.launch.output");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES =
            Purity.variablesAreReadBy(LauncherVariables.class, Profile.class, HostNameProvider.class);
}
