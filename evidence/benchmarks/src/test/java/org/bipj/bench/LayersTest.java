package org.bipj.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.core.job.Compute;
import org.bipj.core.machine.HostSystem;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** What is compared with C MPI is what a user's program gets: the programs know package {@code mpi} and nothing below. */
@AnalyzeClasses(packages = "org.bipj.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of("org.bipj.bench..").circlesUpTo(1).rule();

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES = Purity.variablesAreReadBy(BenchVariables.class);

    @ArchTest
    static final ArchRule PROGRAMS_KNOW_THE_PUBLIC_API_ALONE = noClasses()
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("org.bipj.core..", "org.bipj.shm..", "org.bipj.mpi..", "org.bipj.launch..")
                            // What programs say of their own computation.
                            .and(not(equivalentTo(Compute.class)))
                            // The one door to what a system has beside the JDK.
                            .and(not(equivalentTo(HostSystem.class))));
}
