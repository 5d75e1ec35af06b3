package org.bipj.launch.mpirun.program;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles a source file, and others that it names, to class files as {@code java FILE} does in memory, and prints the name of the class
 * that {@code java} would start. A process of its own: the JDK's archive of classes, which it maps, has most of the compiler.
 */
public final class SourceCompiler {
    /** The exit code where the file has errors, which are printed. */
    static final int HAS_ERRORS = 1;

    /** The exit code where {@code java FILE} itself is to say what is wrong, or does something else than compile the file. */
    static final int IS_NOT_FOR_US = 3;

    static final String PREVIEW = "--enable-preview";

    /** What {@code java FILE} asks of the compiler. */
    private static final List<String> LIKE_JAVA =
            List.of("-proc:none", "-Xdiags:verbose", "-Xlint:deprecation", "-Xlint:unchecked", "-Xlint:-options", "-g");

    private static final String MAIN = "main";

    private SourceCompiler() {}

    /**
     * Compiles and exits.
     *
     * @param words the folder for class files, the source file, options of the compiler
     */
    public static void main(String[] words) throws IOException {
        System.exit(
                run(Path.of(words[0]), Path.of(words[1]), Arrays.asList(words).subList(2, words.length)));
    }

    private static int run(Path classes, Path file, List<String> given) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            return IS_NOT_FOR_US;
        }
        List<String> options = new ArrayList<>(LIKE_JAVA);
        options.addAll(given);
        if (given.contains(PREVIEW)) {
            options.addAll(List.of("--source", "" + Runtime.version().feature()));
        }
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> source = files.getJavaFileObjects(file);
            JavacTask parser = (JavacTask) compiler.getTask(null, files, fault -> {}, options, null, source);
            CompilationUnitTree unit = parser.parse().iterator().next();
            String mainClass = mainClass(unit, file);
            Path root = root(unit, file);
            if (mainClass == null || root == null || Files.exists(root.resolve("module-info.java"))) {
                return IS_NOT_FOR_US;
            }
            options.addAll(List.of("-d", classes.toString(), "-sourcepath", root.toString(), "-Xprefer:source"));
            if (!compiler.getTask(null, files, null, options, null, source).call()) {
                return HAS_ERRORS;
            }
            System.out.println(mainClass);
            return 0;
        }
    }

    /** The first class of a file if it has a method main, else the class that is named as the file; null: another one, or none. */
    static String mainClass(CompilationUnitTree unit, Path file) {
        List<ClassTree> classes = unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .toList();
        if (classes.isEmpty()) {
            return null;
        }
        ClassTree first = classes.getFirst();
        String named = file.getFileName().toString().replaceFirst("\\.java$", "");
        ClassTree found = classes.stream()
                .filter(each -> each.getSimpleName().contentEquals(named))
                .findFirst()
                .orElse(null);
        if (first != found && first.getMembers().stream().anyMatch(SourceCompiler::isMain)) {
            found = first;
        } else if (first != found && first.getExtendsClause() != null) {
            // It may inherit one.
            return null;
        }
        ExpressionTree folder = unit.getPackageName();
        return found == null ? null : (folder == null ? "" : folder + ".") + found.getSimpleName();
    }

    private static boolean isMain(Object member) {
        return member instanceof MethodTree method && method.getName().contentEquals(MAIN);
    }

    /** The folder in which the file's package begins; null if the file is not in its package's folder. */
    private static Path root(CompilationUnitTree unit, Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (unit.getPackageName() == null) {
            return folder;
        }
        Path ofPackage = Path.of(unit.getPackageName().toString().replace('.', '/'));
        if (!folder.endsWith(ofPackage)) {
            return null;
        }
        for (Path ignored : ofPackage) {
            folder = folder.getParent();
        }
        return folder;
    }
}
