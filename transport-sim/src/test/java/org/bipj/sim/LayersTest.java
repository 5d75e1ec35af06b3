package org.bipj.sim;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A transport implements the port and knows nothing that uses one; inside, arrows point down. */
@AnalyzeClasses(packages = "org.bipj.sim", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    @ArchTest
    static final ArchRule TRANSPORT_KNOWS_NO_USER_OF_THE_PORT =
            mayNot("org.bipj.sim..", "mpi..", "org.bipj.mpi..", "org.bipj.launch..", "org.bipj.core.channel..");

    @ArchTest
    static final ArchRule KERNEL_KNOWS_NO_PART = mayNot(
            "org.bipj.sim.kernel..",
            "org.bipj.sim.net..",
            "org.bipj.sim.hardware..",
            "org.bipj.sim.bip..",
            "org.bipj.sim.route..",
            "org.bipj.sim.platform..",
            "org.bipj.sim.fault..");

    @ArchTest
    static final ArchRule NETWORK_KNOWS_NO_BOARD =
            mayNot("org.bipj.sim.net..", "org.bipj.sim.hardware..", "org.bipj.sim.bip..", "org.bipj.sim.route..");

    @ArchTest
    static final ArchRule HARDWARE_KNOWS_NO_FIRMWARE =
            mayNot("org.bipj.sim.hardware..", "org.bipj.sim.bip..", "org.bipj.sim.route..");

    @ArchTest
    static final ArchRule NOTHING_READS_A_WALL_CLOCK = noClasses()
            .that()
            .resideInAPackage("org.bipj.sim..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random");

    private static ArchRule mayNot(String from, String... to) {
        return noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(to)
                .allowEmptyShould(true);
    }
}
