package org.bipj.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;

/** Packages in one way down. */
public final class Floors {
    private Floors() {}

    /**
     * Each package depends on those before it only.
     *
     * @param floors patterns of packages, from the ground up
     */
    public static void check(JavaClasses all, List<String> floors) {
        for (int floor = 0; floor < floors.size() - 1; floor++) {
            String[] above = floors.subList(floor + 1, floors.size()).toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(floors.get(floor))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .check(all);
        }
    }
}
