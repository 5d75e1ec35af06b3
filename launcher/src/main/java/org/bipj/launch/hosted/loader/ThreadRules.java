package org.bipj.launch.hosted.loader;

import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.launch.hosted.copies.ClassWords;
import org.bipj.launch.hosted.copies.CopiedClasses;

/**
 * How threads of a program become the rank's own.
 *
 * @param classes by internal name of a JDK's class the one that takes its place, as a class and as a superclass; it is a
 *     subclass and has the same constructors
 * @param threadBody name that {@code run} gets in subclasses of {@link Thread}
 * @param monitors has the static methods {@code enter} and {@code exit}, called with the object before its monitor is
 *     entered and left
 * @param relocation the JDK's classes that each rank defines for itself
 * @param copies classes that take the places of others by their code, too
 * @param renamed by internal name of a JDK's class the name of one that stands for it everywhere, with the same methods
 */
public record ThreadRules(
        Map<String, ClassDesc> classes,
        String threadBody,
        ClassDesc monitors,
        Relocation relocation,
        CopiedClasses copies,
        Map<String, String> renamed) {
    /** Rules by which a rank defines classes of the JDK for itself, and copies take the places of others. */
    public static ThreadRules of(String threadBody, Class<?> monitors, Relocation relocation, CopiedClasses copies) {
        Map<String, ClassDesc> all = new HashMap<>(relocation.subclasses());
        all.putAll(copies.made());
        Map<String, String> names = new HashMap<>(relocation.names());
        names.putAll(copies.extended());
        return new ThreadRules(
                Map.copyOf(all), threadBody, ClassDesc.of(monitors.getName()), relocation, copies, Map.copyOf(names));
    }

    /** These rules, and classes that take the places of their superclasses. */
    public ThreadRules with(List<Class<?>> subclasses) {
        Map<String, ClassDesc> all = new HashMap<>(classes);
        subclasses.forEach(by -> all.put(ClassWords.nameOf(by.getSuperclass()), ClassDesc.of(by.getName())));
        return new ThreadRules(Map.copyOf(all), threadBody, monitors, relocation, copies, renamed);
    }

    /** These rules, and a class that stands for one of the JDK's. */
    public ThreadRules renaming(Class<?> ofJdk, Class<?> by) {
        Map<String, String> all = new HashMap<>(renamed);
        all.put(ClassWords.nameOf(ofJdk), ClassWords.nameOf(by));
        return new ThreadRules(classes, threadBody, monitors, relocation, copies, Map.copyOf(all));
    }
}
