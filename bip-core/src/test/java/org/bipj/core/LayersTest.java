package org.bipj.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.machine.RequiredJava;
import org.bipj.core.runtime.ProgressLock;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** The arrows inside bip-core: they point down, and protocols stand on nothing. */
@AnalyzeClasses(
        packages = {"org.bipj.core", "org.bipj.bip"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.core.file",
                    "org.bipj.core.flight",
                    "org.bipj.core.replay",
                    "org.bipj.core.payload",
                    "org.bipj.core.protocol",
                    "org.bipj.core.protocol.tcp",
                    "org.bipj.core.machine",
                    "org.bipj.core.report",
                    "org.bipj.core.nic",
                    "org.bipj.core.job.family",
                    "org.bipj.core.job",
                    "org.bipj.core.channel",
                    "org.bipj.core.runtime",
                    "org.bipj.bip")
            .circlesUpTo(5)
            .circlesUpTo(8, "org.bipj.core.channel")
            .rule();

    @ArchTest
    static final ArchRule CORE_KNOWS_NEITHER_FACADE_NOR_TRANSPORT = Purity.dependsOnNone(
            "mpi..", "org.bipj.mpi..", "org.bipj.shm..", "org.bipj.launch..", "org.bipj.samples..", "org.bipj.bench..");

    @ArchTest
    static final ArchRule PROTOCOLS_STAND_ON_THE_JDK_ALONE = classes()
            .that()
            .resideInAPackage("org.bipj.core.protocol..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify.annotations..", "org.bipj.core.protocol..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule THE_PORT_KNOWS_NOTHING_ABOVE_IT = classes()
            .that()
            .resideInAPackage("org.bipj.core.nic..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "org.jspecify.annotations..", "org.bipj.core.nic..", "org.bipj.core.payload..")
            .allowEmptyShould(true);

    /** The lock of progress sleeps where one of several threads of a rank waits for its turn; virtual time has a lock of its own. */
    @ArchTest
    static final ArchRule ABOVE_THE_PORT_NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread(
            ProgressLock.class,
            "org.bipj.core.protocol..",
            "org.bipj.core.channel..",
            "org.bipj.core.payload..",
            "org.bipj.core.runtime..",
            "org.bipj.bip..");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES = Purity.variablesAreReadBy(JobVariables.class, RequiredJava.class);
}
