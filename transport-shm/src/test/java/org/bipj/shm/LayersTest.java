package org.bipj.shm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A transport implements the port and knows nothing that uses one. */
@AnalyzeClasses(packages = "org.bipj.shm", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    @ArchTest
    static final ArchRule TRANSPORT_KNOWS_NO_USER_OF_THE_PORT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("mpi..", "org.bipj.mpi..", "org.bipj.launch..", "org.bipj.core.channel..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CIRCLE =
            slices().matching("org.bipj.(**)").should().beFreeOfCycles();
}
