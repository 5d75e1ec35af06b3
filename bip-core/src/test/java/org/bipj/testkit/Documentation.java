package org.bipj.testkit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExportsTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Finds types and methods of a module's interface without a Javadoc comment. doclint can do so only together with a tag
 * for every parameter and result, which makes comments that restate names.
 *
 * <p>The interface of a module: public and protected items of packages that its {@code module-info} exports to all. A
 * module without {@code module-info} exports all its packages. Elsewhere a comment says why something is as it is, and
 * none is demanded.
 *
 * <p>Exempt: overriding methods, constructors without parameters, fields, and what a private or package-private type holds.
 */
public final class Documentation {
    private Documentation() {}

    /**
     * Types and methods of a module's interface without a comment.
     *
     * @param sources root of the module's source tree
     * @return one line each: file, line, name
     */
    public static List<String> missing(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return missing(files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> missing(List<Path> files) throws IOException {
        if (files.isEmpty()) {
            return List.of();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            var task = (JavacTask) compiler.getTask(null, manager, null, null, null, units);
            var visitor = new Visitor(DocTrees.instance(task));
            visitor.scan(exported(task.parse()), null);
            return visitor.found;
        }
    }

    private static List<CompilationUnitTree> exported(Iterable<? extends CompilationUnitTree> parsed) {
        List<CompilationUnitTree> packages = new ArrayList<>();
        Set<String> exports = new HashSet<>();
        boolean isModule = false;
        for (CompilationUnitTree unit : parsed) {
            if (unit.getModule() == null) {
                packages.add(unit);
                continue;
            }
            isModule = true;
            for (var directive : unit.getModule().getDirectives()) {
                if (directive instanceof ExportsTree export && export.getModuleNames() == null) {
                    exports.add(export.getPackageName().toString());
                }
            }
        }
        if (isModule) {
            packages.removeIf(unit -> !exports.contains(String.valueOf(unit.getPackageName())));
        }
        return packages;
    }

    private static final class Visitor extends TreePathScanner<Void, Void> {
        private final List<String> found = new ArrayList<>();
        private final DocTrees trees;

        Visitor(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitClass(ClassTree type, Void ignored) {
            if (!isPublic(type.getModifiers())) {
                return null;
            }
            check(type, type.getSimpleName().toString());
            return super.visitClass(type, ignored);
        }

        @Override
        public Void visitMethod(MethodTree method, Void ignored) {
            boolean trivial =
                    method.getReturnType() == null && method.getParameters().isEmpty();
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
            if (isPublic(method.getModifiers()) && !trivial && !overrides) {
                check(method, method.getName().toString());
            }
            return null;
        }

        private boolean isPublic(ModifiersTree modifiers) {
            Set<Modifier> flags = modifiers.getFlags();
            if (flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED)) {
                return true;
            }
            Tree holder = getCurrentPath().getParentPath().getLeaf();
            return holder.getKind() == Tree.Kind.INTERFACE && !flags.contains(Modifier.PRIVATE);
        }

        private void check(Tree tree, String name) {
            if (trees.getDocComment(getCurrentPath()) == null) {
                CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
                long start = trees.getSourcePositions().getStartPosition(unit, tree);
                long line = unit.getLineMap().getLineNumber(start);
                found.add(Path.of(unit.getSourceFile().getName()) + ":" + line + " " + name);
            }
        }
    }
}
