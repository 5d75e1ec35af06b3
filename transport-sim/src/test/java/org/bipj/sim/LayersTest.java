package org.bipj.sim;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.sim.mapper.Discovery;
import org.bipj.sim.mapper.Mapper;
import org.bipj.sim.mapper.MapperCluster;
import org.bipj.sim.mapper.NetworkMap;
import org.bipj.sim.mapper.Probe;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** A transport implements the port and does not depend on its users. Inside, there is one way down. */
@AnalyzeClasses(packages = "org.bipj.sim", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up; docs/architecture/simulator.md draws them. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.sim.kernel",
                    "org.bipj.sim.constants",
                    "org.bipj.sim.trace",
                    "org.bipj.sim.net",
                    "org.bipj.sim.route",
                    "org.bipj.sim.fault",
                    "org.bipj.sim.hardware",
                    "org.bipj.sim.bip",
                    "org.bipj.sim.ip",
                    "org.bipj.sim.am",
                    "org.bipj.sim.gam",
                    "org.bipj.sim.lci",
                    "org.bipj.sim.atm",
                    "org.bipj.sim.mapper",
                    "org.bipj.sim.platform",
                    "org.bipj.sim.report",
                    "org.bipj.sim")
            .circlesUpTo(8)
            .rule();

    @ArchTest
    static final ArchRule ROUTES_ARE_PURE_GRAPH_ALGORITHMS = classes()
            .that()
            .resideInAPackage("org.bipj.sim.route")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.agrona.collections", "org.bipj.sim.route")
                    .or(belongToAnyOf(NetworkTopology.class)));

    @ArchTest
    static final ArchRule DISCOVERY_IS_A_PURE_STATE_MACHINE = noClasses()
            .that()
            .belongToAnyOf(Discovery.class, NetworkMap.class, Probe.class)
            .or()
            .haveNameMatching("org\\.bipj\\.sim\\.mapper\\.Sighting.*")
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.bipj.sim.kernel", "org.bipj.sim.hardware")
                    .or(belongToAnyOf(Mapper.class, MapperCluster.class)));

    @ArchTest
    static final ArchRule NO_FIRMWARE_DEPENDS_ON_ANOTHER = noClasses()
            .that()
            .resideInAnyPackage("org.bipj.sim.mapper", "org.bipj.sim.am", "org.bipj.sim.gam", "org.bipj.sim.lci")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.sim.bip");

    @ArchTest
    static final ArchRule TRANSPORT_DOES_NOT_DEPEND_ON_USERS_OF_THE_PORT =
            Purity.dependsOnNone("mpi..", "org.bipj.mpi..", "org.bipj.launch..", "org.bipj.core.channel..");

    /** The rest of Agrona needs JVM flags. */
    @ArchTest
    static final ArchRule ONLY_COLLECTIONS_OF_AGRONA = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("org.agrona..").and(not(resideInAPackage("org.agrona.collections"))));

    @ArchTest
    static final ArchRule NOTHING_READS_A_WALL_CLOCK = noClasses()
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
