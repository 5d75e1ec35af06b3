package org.bipj.samples;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Purity;

/** A sample uses what programs use, and the samples do not use each other in a circle. */
@AnalyzeClasses(packages = "org.bipj.samples", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    @ArchTest
    static final ArchRule SAMPLES_USE_PUBLIC_INTERFACES = Purity.usesPublicInterfaces();

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CIRCLE =
            slices().matching("org.bipj.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
