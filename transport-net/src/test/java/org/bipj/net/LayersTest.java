package org.bipj.net;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.net.address.NetVariables;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** A transport implements the port and knows nothing that uses one; inside it there is one way down. */
@AnalyzeClasses(packages = "org.bipj.net", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up; docs/architecture/network.md draws them. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.net.address",
                    "org.bipj.net.pmi",
                    "org.bipj.net.remote",
                    "org.bipj.net.tcp",
                    "org.bipj.net.ucx",
                    "org.bipj.net")
            .circlesUpTo(4)
            .rule();

    @ArchTest
    static final ArchRule TRANSPORT_KNOWS_NO_USER_OF_THE_PORT =
            Purity.dependsOnNone("mpi..", "org.bipj.mpi..", "org.bipj.launch..", "org.bipj.core.channel..");

    /** TCP and UCX are ports of their own, whatever serves the ranks of one host. */
    @ArchTest
    static final ArchRule TRANSPORTS_KNOW_NO_SHARED_MEMORY = noClasses()
            .that()
            .resideInAnyPackage("org.bipj.net.tcp", "org.bipj.net.ucx", "org.bipj.net.address")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.shm..");

    @ArchTest
    static final ArchRule UCX_KNOWS_NO_TCP = noClasses()
            .that()
            .resideInAPackage("org.bipj.net.ucx")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.net.tcp");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES = Purity.variablesAreReadBy(NetVariables.class);
}
