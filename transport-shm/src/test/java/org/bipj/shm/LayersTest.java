package org.bipj.shm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.shm.job.RankEnvironment;
import org.bipj.shm.memory.Native;
import org.bipj.shm.rings.RingSettings;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** A transport implements the port and knows nothing that uses one; inside it there is one way down. */
@AnalyzeClasses(packages = "org.bipj.shm", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up; docs/architecture/shared-memory.md draws them. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.shm.memory",
                    "org.bipj.shm.board",
                    "org.bipj.shm.groups",
                    "org.bipj.shm.regions",
                    "org.bipj.shm.rings",
                    "org.bipj.shm.waiting",
                    "org.bipj.shm.job",
                    "org.bipj.shm.link",
                    "org.bipj.shm.figures",
                    "org.bipj.shm")
            .circlesUpTo(3)
            .rule();

    @ArchTest
    static final ArchRule TRANSPORT_KNOWS_NO_USER_OF_THE_PORT =
            Purity.dependsOnNone("mpi..", "org.bipj.mpi..", "org.bipj.launch..", "org.bipj.core.channel..");

    /** A session on disk knows nothing of packets. */
    @ArchTest
    static final ArchRule SESSIONS_DO_NOT_DEPEND_ON_RINGS = noClasses()
            .that()
            .resideInAPackage("org.bipj.shm.job")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bipj.shm.rings", "org.bipj.shm.regions", "org.bipj.shm.waiting");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES =
            Purity.variablesAreReadBy(RankEnvironment.class, RingSettings.class, Native.class);
}
