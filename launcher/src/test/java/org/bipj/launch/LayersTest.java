package org.bipj.launch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import org.bipj.launch.mpirun.process.HostNameProvider;
import org.bipj.launch.seeing.timeline.RecordedRanks;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.testkit.Floors;
import org.bipj.testkit.Purity;

/** Inside the launcher there is one way down, and a door between two rooms only where it is listed here. */
@AnalyzeClasses(packages = "org.bipj.launch", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    private static final String LAUNCHER = "org.bipj.launch.";

    /**
     * The rooms, each a package with all that begin with its name, and what each one may import: other rooms, and packages of other
     * modules. Main classes, which are in no room, import any; no room imports them. docs/architecture/jobs-and-launcher.md draws it.
     */
    private static final Map<String, Set<String>> ROOMS = Map.of(
            "support", Set.of("org.bipj.core"),
            "seeing", Set.of("support", "org.bipj.core", "org.bipj.shm", "org.bipj.mpi.call", "org.bipj.sim.kernel"),
            "hosted", Set.of("support", "org.bipj.core", "org.bipj.sim", "org.bipj.shm.job"),
            "explore", Set.of("support", "org.bipj.core", "org.bipj.sim"),
            "mpirun",
                    Set.of(
                            "support",
                            "explore",
                            "org.bipj.core",
                            "org.bipj.shm",
                            "org.bipj.net",
                            "org.bipj.sim",
                            "org.bipj.mpi",
                            "mpi"),
            "hosts", Set.of("support", "seeing", "mpirun", "org.bipj.core", "org.bipj.shm", "org.bipj.net"),
            "onejvm",
                    Set.of(
                            "support",
                            "seeing",
                            "hosted",
                            "explore",
                            "mpirun",
                            "org.bipj.core",
                            "org.bipj.shm",
                            "org.bipj.sim"));

    /** Packages of main classes, in no room. */
    private static final Set<String> MAINS = Set.of("org.bipj.launch", "org.bipj.launch.cache");

    @ArchTest
    static final ArchRule ROOMS_IMPORT_WHAT_THEIR_ROWS_SAY = classes()
            .should(new ArchCondition<>("import what the row of their room says") {
                @Override
                public void check(JavaClass one, ConditionEvents events) {
                    String room = roomOf(one.getPackageName());
                    if (MAINS.contains(one.getPackageName())) {
                        return;
                    }
                    if (!ROOMS.containsKey(room)) {
                        events.add(SimpleConditionEvent.violated(one, one.getName() + " is in no room"));
                        return;
                    }
                    one.getDirectDependenciesFromSelf().stream()
                            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                            .filter(other -> !mayImport(room, other.getPackageName()))
                            .map(other ->
                                    one.getName() + " imports " + other.getName() + ", which room " + room + " may not")
                            .distinct()
                            .forEach(why -> events.add(SimpleConditionEvent.violated(one, why)));
                }
            });

    /** From the ground up; docs/architecture/jobs-and-launcher.md draws them. */
    @ArchTest
    static final ArchRule FLOORS = Floors.of(
                    "org.bipj.launch.support",
                    "org.bipj.launch.seeing.agent",
                    "org.bipj.launch.seeing.timeline",
                    "org.bipj.launch.seeing.profile",
                    "org.bipj.launch.seeing.top",
                    "org.bipj.launch.seeing.view",
                    "org.bipj.launch.hosted.copies",
                    "org.bipj.launch.hosted.threads",
                    "org.bipj.launch.hosted.streams",
                    "org.bipj.launch.hosted.sockets",
                    "org.bipj.launch.hosted.loader",
                    "org.bipj.launch.hosted.world",
                    "org.bipj.launch.hosted.rules",
                    "org.bipj.launch.explore",
                    "org.bipj.launch.mpirun.command",
                    "org.bipj.launch.mpirun.manual",
                    "org.bipj.launch.mpirun.output",
                    "org.bipj.launch.mpirun.program",
                    "org.bipj.launch.mpirun.job",
                    "org.bipj.launch.mpirun.process",
                    "org.bipj.launch.hosts.wire",
                    "org.bipj.launch.hosts.supervisor",
                    "org.bipj.launch.hosts",
                    "org.bipj.launch.onejvm.job",
                    "org.bipj.launch.onejvm.threadjob",
                    "org.bipj.launch.onejvm.simjob",
                    "org.bipj.launch.onejvm.embedded",
                    "org.bipj.launch.onejvm",
                    "org.bipj.launch.cache",
                    "org.bipj.launch")
            .circlesUpTo(5)
            .rule();

    /** A rank is a process or shares a JVM: what both kinds of jobs need is in {@code job}. */
    @ArchTest
    static final ArchRule RANKS_IN_ONE_JVM_DO_NOT_DEPEND_ON_PROCESSES = noClasses()
            .that()
            .resideInAPackage("org.bipj.launch.onejvm..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.launch.mpirun.process");

    @ArchTest
    static final ArchRule OUTPUT_DOES_NOT_DEPEND_ON_PROGRAMS = noClasses()
            .that()
            .resideInAPackage("org.bipj.launch.mpirun.program")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bipj.launch.mpirun.output");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_VARIABLES =
            Purity.variablesAreReadBy(LauncherVariables.class, RecordedRanks.class, HostNameProvider.class);

    /** The word behind the launcher's name; that of a package of main classes is no room. */
    private static String roomOf(String name) {
        return name.startsWith(LAUNCHER) ? name.substring(LAUNCHER.length()).split("\\.", 2)[0] : "";
    }

    /** Rooms import themselves, the JDK and libraries, and what is in their rows. */
    private static boolean mayImport(String room, String name) {
        if (name.startsWith(LAUNCHER) || name.equals("org.bipj.launch")) {
            String other = roomOf(name);
            return other.equals(room) || ROOMS.get(room).contains(other);
        }
        boolean isOurs = name.startsWith("org.bipj.") || name.equals("mpi");
        return !isOurs || ROOMS.get(room).stream().anyMatch(each -> name.equals(each) || name.startsWith(each + "."));
    }
}
