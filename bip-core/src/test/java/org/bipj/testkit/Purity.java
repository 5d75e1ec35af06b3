package org.bipj.testkit;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.locks.LockSupport;

/** Rules of what a module touches: other modules, time, the environment. */
public final class Purity {
    private static final Class<?> NOBODY = Purity.class;

    private Purity() {}

    /** No class of the module depends on these packages. */
    public static ArchRule dependsOnNone(String... packages) {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages)
                .allowEmptyShould(true);
    }

    /** The module's classes are as users' programs: they depend on public interfaces only. */
    public static ArchRule usesPublicInterfaces() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.bipj.core.channel..",
                        "org.bipj.core.nic..",
                        "org.bipj.core.payload..",
                        "org.bipj.mpi..",
                        "org.bipj.shm..",
                        "org.bipj.sim..",
                        "org.bipj.launch..");
    }

    /**
     * One class of the module lists the environment variables and system properties that the module reads, and reads them.
     *
     * @param rooms that class, and others that read some: each has a reason, which the first one's comment gives
     */
    public static ArchRule variablesAreReadBy(Class<?>... rooms) {
        return noClasses()
                .that()
                .doNotBelongToAnyOf(rooms)
                .should()
                .accessTargetWhere(
                        targetOwner(type(System.class)).and(target(nameMatching("getenv|getProperty|getProperties"))))
                .orShould()
                .accessTargetWhere(targetOwner(type(Boolean.class)).and(target(name("getBoolean"))))
                .orShould()
                .accessTargetWhere(targetOwner(type(Integer.class)).and(target(name("getInteger"))))
                .orShould()
                .accessTargetWhere(targetOwner(type(Long.class)).and(target(name("getLong"))))
                .allowEmptyShould(true);
    }

    /**
     * Nothing in these packages reads a wall clock, sleeps or starts a thread: time comes from the port, waiting is the
     * port's idle strategy, and progress happens in the caller.
     */
    public static ArchRule noClockSleepOrThread(String... packages) {
        return noClockSleepOrThread(NOBODY, packages);
    }

    /** The same with an exception, which says why it is one. */
    public static ArchRule noClockSleepOrThread(Class<?> but, String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .and()
                .doNotBelongToAnyOf(but)
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", java.time.Duration.class)
                .orShould()
                .callMethod(LockSupport.class, "parkNanos", long.class)
                .orShould()
                .callMethod(Thread.class, "start")
                .orShould()
                .callMethod(Thread.class, "startVirtualThread", Runnable.class)
                .allowEmptyShould(true);
    }
}
