package org.bipj.samples.nas;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** A kernel uses what programs use, and what the kernels share. */
@AnalyzeClasses(packages = "org.bipj.samples.nas", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** From the ground up. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.samples.nas",
                    "org.bipj.samples.nas.cfd",
                    "org.bipj.samples.nas.is",
                    "org.bipj.samples.nas.ep",
                    "org.bipj.samples.nas.cg",
                    "org.bipj.samples.nas.mg",
                    "org.bipj.samples.nas.ft",
                    "org.bipj.samples.nas.lu",
                    "org.bipj.samples.nas.sp",
                    "org.bipj.samples.nas.bt")
            .circlesUpTo(3)
            .rule();

    @ArchTest
    static final ArchRule KERNELS_USE_PUBLIC_INTERFACES = Purity.usesPublicInterfaces();

    @ArchTest
    static final ArchRule NOTHING_READS_VARIABLES = Purity.variablesAreReadBy();
}
