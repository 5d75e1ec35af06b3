package org.bipj.launch.hosted.loader;

import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How threads of a program become the rank's own.
 *
 * @param classes by internal name of a JDK's class the one that takes its place, as a class and as a superclass; it is a
 *     subclass and has the same constructors
 * @param threadBody name that {@code run} gets in subclasses of {@link Thread}
 * @param monitors has the static methods {@code enter} and {@code exit}, called with the object before its monitor is
 *     entered and left
 * @param renamed by internal name of a JDK's class the name of one that stands for it everywhere, with the same methods
 */
public record ThreadRules(
        Map<String, ClassDesc> classes, String threadBody, ClassDesc monitors, Map<String, String> renamed) {
    /** Rules without classes that others stand for. */
    public ThreadRules(Map<String, ClassDesc> classes, String threadBody, ClassDesc monitors) {
        this(classes, threadBody, monitors, Map.of());
    }

    /** These rules, and classes that take the places of their superclasses. */
    public ThreadRules with(List<Class<?>> subclasses) {
        Map<String, ClassDesc> all = new HashMap<>(classes);
        subclasses.forEach(by -> all.put(by.getSuperclass().getName().replace('.', '/'), ClassDesc.of(by.getName())));
        return new ThreadRules(Map.copyOf(all), threadBody, monitors, renamed);
    }

    /** These rules, and a class that stands for one of the JDK's. */
    public ThreadRules renaming(Class<?> ofJdk, Class<?> by) {
        Map<String, String> all = new HashMap<>(renamed);
        all.put(internalName(ofJdk), internalName(by));
        return new ThreadRules(classes, threadBody, monitors, Map.copyOf(all));
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
