package org.bipj.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The floors of one module: its packages, from the ground up.
 *
 * <ul>
 *   <li>Each class is on a floor, and depends on its own and lower ones only. A pattern of packages is one floor; the packages of
 *       it form no circle.
 *   <li>A circle of classes, each of which depends on all others of it through the others, has a bounded number of classes. Classes
 *       count with those nested in them. A circle of few that belong together does no harm; a large one can only be read and
 *       changed as a whole.
 * </ul>
 */
public final class Floors {
    private final List<String> floors;
    private final Map<String, Integer> largest = new TreeMap<>();
    private int largestElsewhere;

    private Floors(List<String> floors) {
        this.floors = floors;
    }

    /** Packages, or patterns of packages, from the ground up. */
    public static Floors of(String... floors) {
        return new Floors(List.of(floors));
    }

    /** The most classes in a circle. Circles grow unseen, so that this is the number of the largest one there is, not a reserve. */
    public Floors circlesUpTo(int classes) {
        largestElsewhere = classes;
        return this;
    }

    /** The most classes in a circle of one package, where that is not the bound of all others. */
    public Floors circlesUpTo(int classes, String ofPackage) {
        largest.put(ofPackage, classes);
        return this;
    }

    /** The rule that a module's classes are on these floors. */
    public ArchRule rule() {
        return classes().should(new ArchCondition<JavaClass>("be on their floors, in small circles") {
            private Collection<JavaClass> all;

            @Override
            public void init(Collection<JavaClass> ofModule) {
                all = ofModule;
            }

            @Override
            public void check(JavaClass one, ConditionEvents events) {
                // Floors and circles concern all classes together.
            }

            @Override
            public void finish(ConditionEvents events) {
                wrong(all).forEach(why -> events.add(SimpleConditionEvent.violated(all, why)));
            }
        });
    }

    private List<String> wrong(Collection<JavaClass> all) {
        Set<String> names = all.stream().map(JavaClass::getName).collect(Collectors.toSet());
        List<String> wrong = new ArrayList<>();
        Map<String, Set<String>> packages = new TreeMap<>();
        Map<String, Set<String>> classes = new TreeMap<>();
        for (JavaClass from : all) {
            int floor = floorOf(from.getPackageName());
            if (floor < 0) {
                wrong.add(from.getPackageName() + " has no floor");
            }
            String top = top(from);
            Set<String> toClasses = classes.computeIfAbsent(top, name -> new TreeSet<>());
            Set<String> toPackages = packages.computeIfAbsent(from.getPackageName(), name -> new TreeSet<>());
            from.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(to -> names.contains(to.getName()))
                    .forEach(to -> {
                        toClasses.add(top(to));
                        toPackages.add(to.getPackageName());
                        if (floor >= 0 && floorOf(to.getPackageName()) > floor) {
                            wrong.add(top + " depends on " + top(to) + ", which is on a higher floor");
                        }
                    });
        }
        circles(packages).forEach(circle -> wrong.add("a circle of packages: " + String.join(", ", circle)));
        for (Set<String> circle : circles(classes)) {
            Set<String> of = new TreeSet<>();
            circle.forEach(name -> of.add(name.substring(0, name.lastIndexOf('.'))));
            int most = of.size() == 1 ? largest.getOrDefault(of.iterator().next(), largestElsewhere) : largestElsewhere;
            if (circle.size() > most) {
                wrong.add("a circle of " + circle.size() + " classes, " + most + " at most: "
                        + String.join(", ", circle));
            }
        }
        return wrong.stream().distinct().toList();
    }

    private int floorOf(String name) {
        for (int floor = 0; floor < floors.size(); floor++) {
            if (matches(floors.get(floor), name)) {
                return floor;
            }
        }
        return -1;
    }

    private static boolean matches(String pattern, String name) {
        if (!pattern.endsWith("..")) {
            return name.equals(pattern);
        }
        String parent = pattern.substring(0, pattern.length() - 2);
        return name.equals(parent) || name.startsWith(parent + ".");
    }

    private static String top(JavaClass one) {
        return one.getName().split("\\$", 2)[0];
    }

    // ---- circles: strongly connected components, by Tarjan's algorithm ------------------------------------------

    private static Collection<Set<String>> circles(Map<String, Set<String>> arrows) {
        Components components = new Components(arrows);
        arrows.keySet().forEach(components::visit);
        return components.found;
    }

    private static final class Components {
        final List<Set<String>> found = new ArrayList<>();
        private final Map<String, Set<String>> arrows;
        private final Map<String, Integer> number = new HashMap<>();
        private final List<String> path = new ArrayList<>();

        Components(Map<String, Set<String>> arrows) {
            this.arrows = arrows;
        }

        /** The lowest number on the path that is reached from here; larger than all where what is here is done with. */
        int visit(String one) {
            Integer known = number.get(one);
            if (known != null) {
                return path.contains(one) ? known : Integer.MAX_VALUE;
            }
            int own = number.size();
            number.put(one, own);
            path.add(one);
            int lowest = own;
            for (String other : arrows.getOrDefault(one, Set.of())) {
                lowest = Math.min(lowest, visit(other));
            }
            if (lowest < own) {
                return lowest;
            }
            List<String> circle = path.subList(path.indexOf(one), path.size());
            if (circle.size() > 1) {
                found.add(new TreeSet<>(circle));
            }
            circle.clear();
            return Integer.MAX_VALUE;
        }
    }
}
