package org.bipj.mpi;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;
import org.bipj.mpi.engine.MpiVariables;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** The arrows inside mpi-bip: the facade stands on its engine, never the other way. */
@AnalyzeClasses(
        packages = {"mpi", "org.bipj.mpi"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** Methods that are marked as internal, for org.bipj.mpi.check. */
    private static final DescribedPredicate<JavaCodeUnit> FOR_THE_CHECKER = DescribedPredicate.describe(
            "for the checker",
            unit -> unit.getOwner().getName().equals("mpi.MpiProcess")
                    && Set.of("engine", "watch").contains(unit.getName()));

    /** From the ground up; docs/ARCHITECTURE.md draws them. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.mpi.error",
                    "org.bipj.mpi.call",
                    "org.bipj.mpi.match",
                    "org.bipj.mpi.object",
                    "org.bipj.mpi.engine",
                    "org.bipj.mpi.fault",
                    "org.bipj.mpi.coll.port",
                    "org.bipj.mpi.comm",
                    "org.bipj.mpi.op",
                    "org.bipj.mpi.type",
                    "org.bipj.mpi.rma",
                    "org.bipj.mpi.partitioned",
                    "org.bipj.mpi.coll..",
                    "org.bipj.mpi.context",
                    "org.bipj.mpi.topology",
                    "org.bipj.mpi.io",
                    "mpi",
                    "org.bipj.mpi.check")
            .circlesUpTo(6)
            .circlesUpTo(3, "org.bipj.mpi.engine")
            .circlesUpTo(37, "mpi")
            .rule();

    @ArchTest
    static final ArchRule FACADE_AND_ENGINE_KNOW_NO_TRANSPORT =
            Purity.dependsOnNone("org.bipj.shm..", "org.bipj.launch..");

    /** What is no part of the bindings and names no type of theirs belongs below. */
    @ArchTest
    static final ArchRule PACKAGE_MPI_HOLDS_THE_BINDINGS_ONLY = classes()
            .that()
            .resideInAPackage("mpi")
            .and()
            .areNotPublic()
            .and()
            .areTopLevelClasses()
            .and()
            .doNotHaveSimpleName("package-info")
            .should(nameAnotherTypeOf("mpi"));

    /** Programs see package mpi, and of the library below it only what bip-core exports. */
    @ArchTest
    static final ArchRule THE_API_NAMES_NO_TYPE_OF_THE_ENGINE = codeUnits()
            .that()
            .areDeclaredInClassesThat(resideInAPackage("mpi").and(modifier(PUBLIC)))
            .and(modifier(PUBLIC).or(modifier(PROTECTED)))
            .and(are(not(FOR_THE_CHECKER)))
            .should(nameNoTypeOf("org.bipj.mpi"));

    /** In thread mode every rank has a class {@code mpi.MPI} of its own while the rest of the library is shared. */
    @ArchTest
    static final ArchRule THE_LIBRARY_DOES_NOT_REFER_TO_MPI_MPI = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("mpi.MPI")
            .should()
            .dependOnClassesThat(resideInAPackage("mpi").and(simpleName("MPI")));

    @ArchTest
    static final ArchRule NO_CLOCK_SLEEP_OR_THREAD = Purity.noClockSleepOrThread("mpi..", "org.bipj.mpi..");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES = Purity.variablesAreReadBy(MpiVariables.class);

    private static ArchCondition<JavaCodeUnit> nameNoTypeOf(String above) {
        return new ArchCondition<>("name no type below package " + above) {
            @Override
            public void check(JavaCodeUnit one, ConditionEvents events) {
                Stream.concat(Stream.of(one.getReturnType()), one.getParameterTypes().stream())
                        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                        .filter(type -> type.getPackageName().startsWith(above))
                        .forEach(type -> events.add(
                                SimpleConditionEvent.violated(one, one.getFullName() + " names " + type.getName())));
            }
        };
    }

    private static ArchCondition<JavaClass> nameAnotherTypeOf(String name) {
        return new ArchCondition<>("name another type of package " + name) {
            @Override
            public void check(JavaClass one, ConditionEvents events) {
                boolean names = one.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .anyMatch(other -> other.getPackageName().equals(name)
                                && !other.getName().split("\\$")[0].equals(one.getName()));
                events.add(new SimpleConditionEvent(one, names, one.getName() + " names no other type of " + name));
            }
        };
    }
}
